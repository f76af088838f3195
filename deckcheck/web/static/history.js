// The history: a change is taken back.
import { ask, byId, say } from "./common.js";

byId("batches")?.addEventListener("click", async (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  if (!button.matches(".undo")) return;
  try {
    const done = await ask("POST", "/api/collection/undo", { batch: Number(button.dataset.batch) });
    sessionStorage.setItem("deckcheck-said", `batch ${done.undone} is undone: ${done.reversed} rows went back${done.kept ? `, ${done.kept} kept` : ""}`);
    location.reload();
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});
const said = sessionStorage.getItem("deckcheck-said");
if (said) say(said);
sessionStorage.removeItem("deckcheck-said");
