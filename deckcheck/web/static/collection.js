// The collection: counts edited in place, copies added. Each change says what it was based on.
import { ask, byId, later, reload, say, sayLast } from "./common.js";

const table = byId("holdings");
const game = new URLSearchParams(location.search).get("game") ?? "";
const query = game ? `?game=${encodeURIComponent(game)}` : "";

/** @param {any} change */
async function make(change) {
  const base = table ? Number(table.dataset.state) : undefined;
  const done = await ask("POST", `/api/collection/change${query}`, { ...change, base });
  if (table) table.dataset.state = String(done.state);
  return done;
}

table?.addEventListener("change", async (/** @type {Event} */ event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const row = /** @type {HTMLElement} */ (field.closest("tr"));
  const holding = JSON.parse(row.dataset.holding ?? "{}");
  try {
    const done = await make({ ...holding, action: "set", quantity: Number(field.value) });
    field.defaultValue = field.value;
    say(done.batch ? `${holding.name}: ${field.value} copies (batch ${done.batch}; History takes it back)` : "nothing changed");
  } catch (error) {
    field.value = field.defaultValue;
    say(/** @type {Error} */ (error).message, true);
  }
});

byId("add")?.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  try {
    const done = await make({
      action: "add", name: byId("add-name").value, quantity: Number(byId("add-quantity").value),
      set_code: byId("add-set").value || null, location: byId("add-location").value || null,
    });
    reload(`added (batch ${done.batch})${done.notes.length ? `; ${done.notes.join("; ")}` : ""}`);
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});

byId("add-name")?.addEventListener("input", later(async () => {
  const text = byId("add-name").value;
  const found = await ask("GET", `/api/suggest?q=${encodeURIComponent(text)}${game ? `&game=${game}` : ""}`).catch(() => null);
  byId("names").replaceChildren(...(found?.cards ?? []).map((/** @type {any} */ card) => new Option(card.name)));
}, 120));

sayLast();
