// The history: a change is taken back; what was kept is said with the reason.
import { ask, byId, make, reload, say, sayLast } from "./common.js";

const list = byId("batches");

list?.addEventListener("click", async (/** @type {Event} */ event) => {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  if (!button.matches(".undo")) return;
  const { state, game } = list.dataset;
  const query = game ? `?game=${encodeURIComponent(game)}` : "";
  try {
    const done = await ask("POST", `/api/collection/undo${query}`, {
      batch: Number(button.dataset.batch), base: Number(state),
    });
    const rows = done.reversed === 1 ? "1 row" : `${done.reversed} rows`;
    const left = [...done.kept, ...done.errors].map((one) => one.words);
    const told = `batch ${done.batch} is undone: ${rows} went back${left.length ? `, ${left.length} kept` : ""}`;
    if (!left.length) {
      reload(told);
      return;
    }
    say(told);
    list.dataset.state = String(done.state);
    button.disabled = true;
    byId("kept").hidden = false;
    byId("kept").replaceChildren(...left.map((words) => make("li", {}, words)));
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});
sayLast();
