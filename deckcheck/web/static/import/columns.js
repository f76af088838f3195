// The first rows of a sheet, with the field of each column to choose.
import { _, byId, make } from "../common.js";

/** @typedef {import("./types.js").Look} Look */
/** @typedef {import("./types.js").Import} Import */

/**
 * The letter of a column, as spreadsheets name them.
 * @param {number} place from 0
 * @returns {string}
 */
function letter(place) {
  return place < 26 ? String.fromCharCode(65 + place) : `${letter(Math.floor(place / 26) - 1)}${letter(place % 26)}`;
}

/**
 * Shows the columns of a sheet.
 * @param {Look} look
 * @param {Import | null} found what was read; null where no column was recognised
 * @param {string} name of the sheet
 * @param {Record<string, string>} columns
 * @param {() => void} changed
 */
export function showColumns(look, found, name, columns, changed) {
  const head = look.sheets.find((one) => one.name === name) ?? look.sheets[0];
  if (!head) return;
  const width = Math.max(0, ...head.rows.map((row) => row.length));
  const recognised = found?.columns?.length === width ? found.columns : [];
  const picks = Array.from({ length: width }, (_none, place) => {
    const own = recognised[place]?.field;
    const stated = columns[letter(place)];
    const usual = new Option(own && !stated ? (own === "extra" ? _("kept as it is") : `✓ ${own}`) : _("as recognised"), "");
    const options = Object.entries(look.fields).map(([field, words]) => {
      const option = new Option(field, field);
      option.title = words;
      return option;
    });
    const select = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": _("field of column {column}", { column: letter(place) }), id: `column-${letter(place)}` }, usual, ...options));
    select.value = stated ?? "";
    select.addEventListener("change", () => {
      if (select.value) columns[letter(place)] = select.value;
      else delete columns[letter(place)];
      changed();
    });
    return make("th", {}, make("span", { class: "small" }, letter(place)), make("br"), select);
  });
  const focused = document.activeElement?.id;
  byId("columns").replaceChildren(
    make("thead", {}, make("tr", {}, ...picks)),
    make("tbody", {}, ...head.rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))))),
  );
  if (focused?.startsWith("column-")) byId(focused)?.focus();
}
