// The history: a change is taken back; what was kept is said with the reason.
import { _, ask, byId, counted, gameQuery, make, once, reload, say, sayLast } from "./common.js";

const list = byId("batches");

/**
 * Undoes a batch of an event, wholly or not at all.
 * @param {string} event
 * @param {string} batch
 */
async function undoInEvent(event, batch) {
  const done = await ask("POST", `/api/events/${encodeURIComponent(event)}`, { text: `undo ${batch}` });
  await reload(`${event}: ${done.notes.join("; ")}`);
}

/**
 * Undoes a batch, but for what has changed since.
 * @param {HTMLButtonElement} button
 */
async function undo(button) {
  const { state, game } = list.dataset;
  const query = gameQuery(game);
  const done = await ask("POST", `/api/collection/undo${query}`, {
    batch: Number(button.dataset.batch), base: Number(state),
  });
  const left = [...done.kept, ...done.errors].map((one) => one.words);
  const back = counted("batch {batch} is undone: {number} row went back", "batch {batch} is undone: {number} rows went back", done.reversed, { batch: done.batch });
  const told = left.length ? _("{what}, {number} kept", { what: back, number: left.length }) : back;
  if (!left.length) await reload(told, done.recorded_as);
  say(told);
  list.dataset.state = String(done.state);
  button.disabled = true;
  byId("kept").hidden = false;
  byId("kept").replaceChildren(...left.map((words) => make("li", {}, words)));
}

list?.addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  if (!button.matches(".undo")) return;
  const { batch, event: name } = button.dataset;
  once("undo", () => name ? undoInEvent(name, batch ?? "") : undo(button));
});
sayLast();
