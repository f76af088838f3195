// The cost curve.
import { byId, make } from "../common.js";
import { editor, whenShown } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";

function showFigures() {
  const sums = /** @type {Map<string, number>} */ (new Map());
  for (const counts of Object.values(editor.deck.figures.costs)) {
    for (const [cost, count] of Object.entries(counts)) sums.set(cost, (sums.get(cost) ?? 0) + count);
  }
  const costs = [...sums].sort(([one], [other]) => (Number(one) || 99) - (Number(other) || 99));
  const most = Math.max(1, ...costs.map(([, count]) => count));
  const rows = costs.flatMap(([cost, count]) => [
    make("span", { class: "number" }, cost), bar(count / most), make("span", { class: "number" }, String(count)),
  ]);
  const curve = make("div", { class: "curve" }, ...rows);
  byId("figures").replaceChildren(...(rows.length ? [make("h2", {}, "Cards by cost"), curve] : []));
}

/** @param {number} share of the longest bar */
function bar(share) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 100 10");
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("aria-hidden", "true");
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("width", String(100 * share));
  rect.setAttribute("height", "10");
  picture.append(rect);
  return picture;
}

whenShown(showFigures);
