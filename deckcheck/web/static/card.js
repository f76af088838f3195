// A card's page: copies come into the collection, or are wanted.
import { byId, reload, say, sayLast } from "./common.js";
import { send } from "./waiting.js";

const card = byId("card");

byId("own")?.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const action = /** @type {HTMLButtonElement} */ (event.submitter).value;
  const { printing, ...place } = JSON.parse(byId("own-printing").value);
  const asked = { action, name: printing ?? card.dataset.name, quantity: Number(byId("own-quantity").value), ...place };
  if (action === "add") asked.location = byId("own-location").value || null;
  try {
    const words = action === "add" ? "added" : "wanted";
    const path = `/api/collection/change?game=${encodeURIComponent(card.dataset.game)}`;
    const done = await send(path, asked, `${asked.name}: ${asked.quantity} ${words}`);
    if (!done) return;
    reload(done.batch ? `${asked.quantity} ${words} (batch ${done.batch})` : "nothing changed", done.batch);
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});
sayLast();
