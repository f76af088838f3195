// A card's page: copies come into the collection, or are wanted.
import { _, byId, once, reload, sayLast } from "./common.js";
import { send } from "./waiting.js";

const card = byId("card");

byId("own")?.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  once("own", () => change(event));
});

/** @param {SubmitEvent} event */
async function change(event) {
  const action = /** @type {HTMLButtonElement} */ (event.submitter).value;
  const { printing, ...place } = JSON.parse(byId("own-printing").value);
  const asked = { action, name: printing ?? card.dataset.name, quantity: Number(byId("own-quantity").value), ...place };
  if (action === "add") asked.location = byId("own-location").value || null;
  const values = { name: asked.name, number: asked.quantity };
  const words = action === "add" ? _("{name}: {number} added", values) : _("{name}: {number} wanted", values);
  const path = `/api/collection/change?game=${encodeURIComponent(card.dataset.game)}`;
  const done = await send(path, asked, words);
  if (!done) return;
  const { batch } = done;
  const told = action === "add" ? _("{number} added (batch {batch})", { ...values, batch }) : _("{number} wanted (batch {batch})", { ...values, batch });
  await reload(batch ? told : _("nothing changed"), batch);
}
sayLast();
