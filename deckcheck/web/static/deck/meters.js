// What the format requires, with what the deck has of it: a meter with a mark at the limit.
import { byId, make } from "../common.js";
import { whenShown, whenUnjudged } from "./state.js";

/** @typedef {import("./types.js").Requirement} Requirement */

const SIGNS = /** @type {Record<string, string>} */ ({ kept: "✓", broken: "✗", open: "?" });
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, number | string>} attributes
 */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** @param {Requirement} row */
function meter(row) {
  const marks = /** @type {number[]} */ ([...new Set([row.least, row.most])].filter((one) => one !== null));
  const have = row.have ?? 0, most = row.have_most ?? have;
  const scale = 100 / (1.25 * Math.max(have, most, ...marks, 1));
  const svg = shape("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(
    shape("rect", { class: "may", width: most * scale, height: 8 }),
    shape("rect", { class: "have", width: have * scale, height: 8 }),
    ...marks.map((one) => shape("line", { x1: one * scale, x2: one * scale, y1: 0, y2: 8 })));
  return svg;
}

/**
 * A few words for a requirement: the types that it is about, else its code.
 * @param {Requirement} row
 */
function label(row) {
  const words = row.units?.join(" : ") ?? row.unit ?? row.code.replaceAll("-", " ");
  return words.replace(/(^|: )./g, (start) => start.toUpperCase());
}

/**
 * What the deck has, a range where it is not known for certain.
 * @param {Requirement} row
 */
function have(row) {
  return row.have_most === row.have ? `${row.have}` : row.have_most === null ? `${row.have}+` : `${row.have}–${row.have_most}`;
}

/** @param {Requirement} row */
function words(row) {
  const about = row.card ?? row.title ?? row.colour;
  const number = row.have_most === null ? `${row.have} or more` : have(row).replace("–", " to ");
  return row.have === null ? row.state : `${row.state}: ${number}${about ? ` of ${about}` : ""}`;
}

/**
 * Whether a row has a number that says something: none of what may not be there says nothing.
 * @param {Requirement} row
 */
function isMeter(row) {
  const none = row.state === "kept" && !row.have && !row.least && !row.most;
  return row.have !== null && (row.least !== null || row.most !== null) && !none;
}

/** @param {Requirement} row */
function told(row) {
  return [row.sentence, " ", make("span", { class: "small" }, words(row), make("br"), row.cite)];
}

/**
 * A row that says its whole sentence when it is opened; what counts for no number is its sentence alone.
 * @param {Requirement} row
 */
function shown(row) {
  if (!isMeter(row)) return make("li", { class: row.state }, ...told(row));
  const limits = row.least && row.most && row.least !== row.most ? `${row.least}–${row.most}` : `${row.least || row.most || 0}`;
  const summary = make("summary", { title: row.sentence },
    make("span", { class: "label" }, label(row)), meter(row), make("span", { class: "value" }, `${SIGNS[row.state]} ${have(row)} / ${limits}`));
  return make("li", { class: `meter ${row.state}` }, make("details", {}, summary, make("div", {}, ...told(row))));
}

/**
 * What is kept without a number says nothing that one must see: it stands folded at the end.
 * @param {Requirement[]} rows
 */
function folded(rows) {
  if (!rows.length) return [];
  const list = make("ul", {}, ...rows.map(shown));
  return [make("li", { class: "more" }, make("details", {}, make("summary", {}, `${rows.length} more kept`), list))];
}

whenShown(({ requirements }) => {
  const isQuiet = (/** @type {Requirement} */ row) => row.state === "kept" && !isMeter(row);
  const open = new Set([...byId("meters").querySelectorAll("details[open] > summary")].map((one) => one.title));
  byId("meters").replaceChildren(
    ...requirements.filter((row) => !isQuiet(row)).map(shown), ...folded(requirements.filter(isQuiet)));
  for (const one of byId("meters").querySelectorAll("summary")) if (open.has(one.title)) one.parentElement.open = true;
});
whenUnjudged(() => byId("meters").replaceChildren());
