// A row of the table: what is said of a holding, each in a field of its own.
import { _, ask, make } from "../common.js";

/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Holding} Holding */

const COMING = _("a row that comes");
const CONDITIONS = ["", "M", "NM", "EX", "GD", "LP", "MP", "HP", "D"];

/**
 * The fields that can be edited: name, words for it, kind, list of suggestions, further class.
 * @type {[string, string, string, string, string][]}
 */
const FIELDS = [
  ["quantity", _("copies"), "number", "", "number"],
  ["dice", _("dice"), "number", "", "number"],
  ["condition", _("condition"), "condition", "", ""],
  ["language", _("language"), "text", "languages", ""],
  ["finish", _("finish"), "text", "finishes", ""],
  ["location", _("place"), "text", "places", ""],
  ["for_trade", _("copies for trade"), "number", "", "number"],
  ["notes", _("notes"), "text", "", ""],
  ["acquired_on", _("owned since"), "text", "", "more"],
  ["price", _("price"), "text", "", "more number"],
  ["currency", _("currency"), "text", "", "more"],
];

/**
 * An empty row, to be filled.
 * @param {boolean} dice whether the game has dice
 * @param {boolean} fixed whether nothing can be edited
 * @returns {HTMLTableRowElement}
 */
export function makeLine(dice, fixed) {
  const line = document.createElement("tr");
  const pick = make("td", { class: "pick" });
  if (!fixed) pick.append(make("input", { type: "checkbox", class: "picked" }));
  line.append(pick);
  for (const [name, , kind, list, kindOf] of FIELDS) {
    if (name === "condition") line.append(make("td", { class: "name" }, make("a")), make("td", { class: "printing" }));
    if (name === "dice" && !dice) continue;
    line.append(make("td", { class: `of-${name} ${kindOf}`.trim() }, ...(fixed ? [] : [field(name, kind, list)])));
  }
  line.append(make("td", { class: "of-decks" }), make("td", { class: "number of-free" }));
  return line;
}

/**
 * @param {string} name
 * @param {string} kind
 * @param {string} list
 * @returns {HTMLElement}
 */
function field(name, kind, list) {
  if (kind === "condition") {
    return make("select", { "data-field": name }, ...CONDITIONS.map((one) => new Option(one)));
  }
  const made = make("input", { "data-field": name, autocomplete: "off", spellcheck: "false" });
  if (kind === "number") {
    made.setAttribute("type", "number");
    made.setAttribute("min", "0");
  }
  if (name === "quantity") made.className = "count";
  if (list) made.setAttribute("list", list);
  return made;
}

/**
 * Fills a row; without a holding it is blank until that has come.
 * @param {HTMLTableRowElement} line
 * @param {Row | null} row
 * @param {{ dice: boolean, fixed: boolean, game: string, isChosen: (row: Row) => boolean }} how
 */
export function fillLine(line, row, how) {
  line.classList.toggle("coming", row === null);
  const holding = row?.holding;
  const called = holding ? holding.printing ?? holding.card : "";
  const picked = /** @type {HTMLInputElement | null} */ (line.querySelector(".picked"));
  if (picked) {
    picked.checked = row !== null && how.isChosen(row);
    picked.disabled = row === null;
    picked.setAttribute("aria-label", _("choose {name}", { name: called || COMING }));
  }
  const link = /** @type {HTMLAnchorElement} */ (line.querySelector(".name a"));
  link.textContent = holding ? called : "…";
  link.title = called;
  if (holding) link.href = `/cards/${encodeURIComponent(holding.card)}?game=${encodeURIComponent(how.game)}`;
  printing(/** @type {HTMLElement} */ (line.querySelector(".printing")), row, how.fixed);
  let cell = 0;
  const cells = [...line.cells].filter((one) => !one.matches(".pick, .name, .printing"));
  for (const [name, words] of FIELDS) {
    if (name === "dice" && !how.dice) continue;
    const value = shown(holding, name);
    if (how.fixed) cells[cell].textContent = value === "0" ? "" : value;
    else set(/** @type {HTMLElement} */ (cells[cell].firstElementChild), value, words, called || COMING, row);
    cell += 1;
  }
  const decks = (row?.decks ?? []).map(([copies, name]) => `${copies} · ${name}`).join(", ");
  cells[cell].textContent = decks;
  cells[cell].title = decks;
  cells[cell + 1].textContent = holding ? String(holding.free) : "";
}

/**
 * @param {Holding | undefined} holding
 * @param {string} name
 */
function shown(holding, name) {
  if (!holding) return "";
  const value = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (holding))[name];
  if ((name === "for_trade" || name === "dice") && value === 0) return "";
  return value === null || value === undefined ? "" : String(value);
}

/**
 * Sets a field, unless the user is typing into it: that stays about the holding that it was about.
 * @param {HTMLElement} element
 * @param {string} value
 * @param {string} words
 * @param {string} called
 * @param {Row | null} row
 */
function set(element, value, words, called, row) {
  const field = /** @type {HTMLInputElement} */ (element);
  if (document.activeElement === element && field.value !== (field.dataset.stored ?? "")) return;
  element.setAttribute("aria-label", _("{field} of {name}", { field: words, name: called }));
  field.dataset.called = called;
  field.disabled = row === null;
  field.dataset.of = row ? JSON.stringify(row.key) : "";
  const changed = field.value !== value;
  field.value = value;
  field.dataset.stored = value;
  // What is selected in it stays so, for the key that comes now.
  if (changed && document.activeElement === element && field instanceof HTMLInputElement) field.select();
}

/**
 * @param {HTMLElement} cell
 * @param {Row | null} row
 * @param {boolean} fixed
 */
function printing(cell, row, fixed) {
  const holding = row?.holding;
  const place = holding ? `${holding.set ?? _("not known")} ${holding.number ?? ""}`.trim() : "";
  if (fixed) {
    cell.textContent = place;
    return;
  }
  let select = /** @type {HTMLSelectElement | null} */ (cell.firstElementChild);
  if (!select) {
    select = /** @type {HTMLSelectElement} */ (make("select", { "data-field": "printing" }));
    cell.append(select);
  }
  const value = JSON.stringify(holding ? { printing: holding.printing ?? "", set_code: holding.set ?? "", number: holding.number ?? "" } : {});
  select.disabled = !holding;
  select.dataset.of = row ? JSON.stringify(row.key) : "";
  if (document.activeElement === select && select.dataset.card === holding?.card && select.dataset.stored === value) return;
  select.replaceChildren(new Option(place, value));
  select.dataset.card = holding?.card ?? "";
  select.dataset.stored = value;
  delete select.dataset.filled;
  select.dataset.called = holding?.card ?? COMING;
  select.setAttribute("aria-label", _("{field} of {name}", { field: _("printing"), name: select.dataset.called }));
}

/**
 * Offers all printings of its card to choose from; asked for when the field is reached.
 * @param {HTMLSelectElement} select
 * @param {string} game
 */
export async function offerPrintings(select, game) {
  const name = select.dataset.card;
  if (!name || select.dataset.filled) return;
  select.dataset.filled = "yes";
  const path = `/api/cards/${encodeURIComponent(name)}?game=${encodeURIComponent(game)}`;
  const found = await ask("GET", path).catch(() => null);
  if (!found || select.dataset.card !== name) return;
  const stored = select.dataset.stored ?? "";
  for (const one of found.card.printings) {
    const value = JSON.stringify({ printing: one.name, set_code: one.set, number: one.number ?? "" });
    const more = one.name === name ? "" : ` ${one.name.replace(name, "").trim()}`;
    if (value !== stored) select.append(new Option(`${one.set} ${one.number ?? ""}${more}`, value));
  }
  const unknown = JSON.stringify({ printing: "", set_code: "", number: "" });
  if (unknown !== stored && found.card.printings.length > 1) select.append(new Option(_("not known"), unknown));
}

/**
 * What a field says, as the server takes it.
 * @param {HTMLInputElement} field
 * @returns {Record<string, unknown>}
 */
export function said(field) {
  const name = field.dataset.field ?? "";
  if (name === "printing") return JSON.parse(field.value);
  if (field.type === "number") return { [name]: Number(field.value || 0) };
  return { [name]: field.value };
}
