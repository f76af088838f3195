// What an import would change, and what it leaves alone, as tables.
import { _, byId, counted, decimal, make } from "../common.js";

/** @typedef {import("./types.js").Import} Import */

const MOST = 100;

/**
 * Shows what an import would change, or has changed.
 * @param {Import} found
 * @param {Record<string, string>} kinds what sheets hold, as the user said
 * @param {() => void} changed
 */
export function showPreview(found, kinds, changed) {
  const parts = [];
  byId("kinds").replaceChildren(...(found.sheets ?? []).map((one) => make("p", {},
    make("label", {}, _("Sheet {sheet} holds:", one), " ", kindOf(one, kinds, changed)),
    one.passed_over ? ` (${_("skipped: {why}", { why: one.passed_over })})` : "")));
  for (const note of found.notes) parts.push(make("p", { class: "small" }, note));
  const unsure = [...found.ambiguous, ...found.unmatched];
  if (unsure.length) {
    parts.push(table(`${_("Unsure, not applied")} (${unsure.length})`, [_("row"), _("text"), _("why")],
      unsure.map((one) => [place(one), one.text, one.reason])));
  }
  if (found.strong.length) {
    parts.push(table(`${_("By inference")} (${found.strong.length})`, [_("row"), _("text"), _("card"), _("why")],
      found.strong.map((one) => [place(one), one.text, one.found, one.reason])));
  }
  if (found.differences?.length) {
    const more = found.different - found.differences.length;
    parts.push(table(`${_("Changes")} (${found.different})`, [_("copies"), _("card"), _("what")], found.differences));
    if (more > 0) parts.push(make("p", { class: "small" }, counted("and {number} more", "and {number:,} more", more)));
  }
  if (found.kept.length) parts.push(table(`${_("Kept, though the sheet lacks them")} (${found.kept.length})`, [_("holding")], found.kept.map((one) => [one])));
  if (found.skipped.length) {
    parts.push(table(`${_("Left out")} (${found.skipped.length})`, [_("row"), _("why")], found.skipped.map((one) => [place(one), one.reason])));
  }
  byId("preview").replaceChildren(...parts);
}

/**
 * The choice of what a sheet holds.
 * @param {{ sheet: string, becomes?: string }} one
 * @param {Record<string, string>} kinds
 * @param {() => void} changed
 */
function kindOf(one, kinds, changed) {
  const kindsOf = { owned: _("owned"), wants: _("wants"), "for trade": _("for trade"), deck: _("deck") };
  const options = Object.entries(kindsOf).map(([kind, words]) => new Option(words, kind));
  const select = /** @type {HTMLSelectElement} */ (make("select", {}, new Option(_("as recognised"), ""), ...options));
  select.value = kinds[one.sheet] ?? one.becomes ?? "";
  select.addEventListener("change", () => {
    if (select.value) kinds[one.sheet] = select.value;
    else delete kinds[one.sheet];
    changed();
  });
  return select;
}

/** @param {{ row: number, sheet?: string }} one */
function place(one) {
  return one.sheet ? _("{row} of {sheet}", one) : String(one.row);
}

/**
 * @param {string} title
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function table(title, heads, rows) {
  const body = make("tbody", {}, ...rows.slice(0, MOST).map(line));
  const found = make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((one) => make("th", {}, one)))), body);
  const parts = [make("h2", {}, title), make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": title }, found)];
  if (rows.length > MOST) {
    const all = make("button", { type: "button" }, _("Show all {number}", { number: decimal(rows.length) }));
    all.addEventListener("click", () => {
      body.append(...rows.slice(MOST).map(line));
      all.remove();
    });
    parts.push(all);
  }
  return make("section", {}, ...parts);
}

/** @param {string[]} cells */
function line(cells) {
  return make("tr", {}, ...cells.map((one) => make("td", {}, one)));
}
