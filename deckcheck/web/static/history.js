// The history: a change is taken back.
import { ask, byId, reload, say, sayLast } from "./common.js";

byId("batches")?.addEventListener("click", async (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  if (!button.matches(".undo")) return;
  try {
    const done = await ask("POST", "/api/collection/undo", { batch: Number(button.dataset.batch) });
    const kept = done.kept.length ? `, ${done.kept.length} kept` : "";
    reload(`batch ${done.batch} is undone: ${done.reversed} rows went back${kept}`);
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});
sayLast();
