// What the format requires, with what the deck has of it: a meter with a mark at the limit.
import { byId, make } from "../common.js";
import { whenShown, whenUnjudged } from "./state.js";

/** @typedef {import("./types.js").Requirement} Requirement */

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

/** @param {Requirement} row */
function words(row) {
  const about = row.card ?? row.title ?? row.colour;
  const have = row.have_most === row.have ? `${row.have}` : row.have_most === null ? `${row.have} or more` : `${row.have} to ${row.have_most}`;
  return row.have === null ? row.state : `${row.state}: ${have}${about ? ` of ${about}` : ""}`;
}

/** @param {Requirement} row */
function shown(row) {
  const item = make("li", { class: row.state, title: row.cite }, row.sentence, " ", make("span", { class: "small" }, words(row)));
  if (row.have !== null && (row.least !== null || row.most)) item.append(meter(row));
  return item;
}

whenShown((deck) => byId("meters").replaceChildren(...deck.requirements.map(shown)));
whenUnjudged(() => byId("meters").replaceChildren());
