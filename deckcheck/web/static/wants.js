// Wants: added, changed in place, removed; also from what a set lacks.
import { ask, byId, reload, say, sayLast } from "./common.js";
import { suggestNames } from "./suggest.js";

const table = byId("wants") ?? byId("missing");
const game = table?.dataset.game ?? new URLSearchParams(location.search).get("game") ?? "";
let state = byId("wants") ? Number(byId("wants").dataset.state) : undefined;

/**
 * States a want.
 * @param {Record<string, unknown>} want
 */
async function stateWant(want) {
  const query = game ? `?game=${encodeURIComponent(game)}` : "";
  const done = await ask("POST", `/api/collection/change${query}`, { action: "want", ...want, base: state });
  if (state !== undefined) state = done.state;
  return done;
}

/**
 * @param {Record<string, unknown>} want
 * @param {string} words
 */
async function change(want, words) {
  try {
    const done = await stateWant(want);
    return { text: done.batch ? `${words} (batch ${done.batch})` : "nothing changed", batch: done.batch };
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
    return null;
  }
}

byId("wants")?.addEventListener("change", async (/** @type {Event} */ event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const line = /** @type {HTMLElement} */ (field.closest("tr"));
  const want = JSON.parse(line.dataset.want ?? "{}");
  want[field.dataset.field ?? ""] = field.type === "number" ? Number(field.value) : field.value;
  const done = await change(want, `${want.name}: ${want.quantity} wanted`);
  if (done) reload(done.text, done.batch);
  else field.value = field.defaultValue;
});
byId("wants")?.addEventListener("click", async (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  if (!button.matches(".unwant")) return;
  const want = JSON.parse(/** @type {HTMLElement} */ (button.closest("tr")).dataset.want ?? "{}");
  const done = await change({ ...want, quantity: 0, dice: 0 }, `${want.name} is wanted no more`);
  if (done) reload(done.text, done.batch);
});
byId("want")?.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const want = {
    name: byId("want-name").value, quantity: Number(byId("want-quantity").value),
    set_code: byId("want-set").value || null, notes: byId("want-notes").value || null,
  };
  const done = await change(want, `${want.name}: ${want.quantity} wanted`);
  if (done) reload(done.text, done.batch);
});
byId("missing")?.addEventListener("click", async (/** @type {Event} */ event) => {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  if (!button.matches(".want")) return;
  const { name, set, number, copies } = button.dataset;
  const want = { name, set_code: set, number: number || null, quantity: Number(copies) };
  const done = await change(want, `${name}: ${copies} wanted`);
  if (!done) return;
  say(done.text, false, done.batch);
  button.disabled = true;
  button.textContent = "wanted";
});
suggestNames(byId("want-name"), game);
sayLast();
