// Wants and trades: changed in place, moved to the other list by drag, key or button; wanted from a set.
import { _, ask, byId, gameQuery, reload, say, sayLast, told } from "./common.js";
import { startDragging } from "./drag.js";
import { reloadForNext, startAdding } from "./collection/add.js";

const place = byId("lists") ?? byId("missing");
const game = place?.dataset.game ?? new URLSearchParams(location.search).get("game") ?? "";
let base = byId("lists") ? Number(byId("lists").dataset.state) : undefined;

/**
 * Changes the collection; returns what became of it, or nothing where it was refused.
 * @param {Record<string, unknown>} change
 * @param {string} words
 */
function change(change, words) {
  return told(async () => {
    const done = await ask("POST", `/api/collection/change${gameQuery(game)}`, { ...change, base });
    if (base !== undefined) base = done.state;
    return { text: done.batch ? _("{what} (batch {batch})", { what: words, batch: done.batch }) : _("nothing changed"), batch: done.batch };
  });
}

/**
 * Moves the copies of a line to the other list.
 * @param {HTMLElement} line
 * @param {string} action
 */
async function move(line, action) {
  const copies = JSON.parse(line.dataset.copies ?? "{}");
  const done = await change({ ...copies, action }, action === "offer" ? _("{name} is offered", copies) : _("{name} is kept", copies));
  if (done) reload(done.text, done.batch);
}

const lists = /** @type {HTMLElement | null} */ (byId("lists"));
if (lists && !("readOnly" in document.body.dataset)) {
  /** @param {Event} event */
  const lineOf = (event) => /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("li[data-copies]"));
  startDragging(lists, "li[data-copies]", (line, under) => {
    const list = /** @type {HTMLElement | null} */ (under.closest("[data-takes]"));
    return list && !list.contains(line) ? list : null;
  }, (line, list) => move(line, list.dataset.takes ?? ""));
  lists.addEventListener("keydown", (event) => {
    const line = /** @type {HTMLElement} */ (event.target);
    if (!line.matches("li[data-copies]")) return;
    const wanted = line.closest("#wants") !== null;
    if (event.key === "ArrowRight" && wanted) move(line, "offer");
    else if (event.key === "ArrowLeft" && !wanted) move(line, "keep");
    else if (event.key === "ArrowDown") /** @type {HTMLElement | null} */ (line.nextElementSibling)?.focus();
    else if (event.key === "ArrowUp") /** @type {HTMLElement | null} */ (line.previousElementSibling)?.focus();
    else return;
    event.preventDefault();
  });
  lists.addEventListener("click", async (event) => {
    const button = /** @type {HTMLElement} */ (event.target);
    const line = lineOf(event);
    if (!line) return;
    if (button.matches(".offer")) await move(line, "offer");
    if (button.matches(".keep")) await move(line, "keep");
    if (!button.matches(".unwant")) return;
    const want = JSON.parse(line.dataset.want ?? "{}");
    const done = await change({ ...want, action: "want", quantity: 0, dice: 0 }, _("{name} is wanted no more", want));
    if (done) reload(done.text, done.batch);
  });
  lists.addEventListener("change", async (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const line = lineOf(event);
    if (!line || !field.dataset.field) return;
    const want = JSON.parse(line.dataset.want ?? "{}");
    want[field.dataset.field] = field.type === "number" ? Number(field.value) : field.value;
    const done = await change({ ...want, action: "want" }, _("{name}: {number} wanted", { name: want.name, number: want.quantity }));
    if (done) reload(done.text, done.batch);
    else field.value = field.defaultValue;
  });
  startAdding(game, "want", async (text, done) => reloadForNext(text, done));
}
byId("missing")?.addEventListener("click", async (/** @type {Event} */ event) => {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  if (!button.matches(".want")) return;
  const { name, set, number, copies } = button.dataset;
  const want = { name, set_code: set, number: number || null, quantity: Number(copies) };
  const done = await change({ ...want, action: "want" }, _("{name}: {number} wanted", { name, number: copies }));
  if (!done) return;
  say(done.text, false, done.batch);
  button.disabled = true;
  button.textContent = _("wanted");
});
sayLast();
