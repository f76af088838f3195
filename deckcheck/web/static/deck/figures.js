// The cost curve, the types, and what the copies cost: beside the list, at each change.
import { byId, make } from "../common.js";
import { whenShown } from "./state.js";

/** @typedef {import("./types.js").PageDeck} PageDeck */

const SVG = "http://www.w3.org/2000/svg";

/** @param {PageDeck} deck */
function showFigures(deck) {
  const sums = /** @type {Map<string, number>} */ (new Map());
  for (const counts of Object.values(deck.figures.costs)) {
    for (const [cost, count] of Object.entries(counts)) sums.set(cost, (sums.get(cost) ?? 0) + count);
  }
  const costs = [...sums].sort(([one], [other]) => rank(one) - rank(other));
  const types = Object.entries(deck.figures.types);
  byId("figures").replaceChildren(
    ...(costs.length ? [make("h2", {}, "Cards by cost"), bars(costs)] : []),
    ...(types.length ? [make("h2", {}, "Cards by type"), bars(types)] : []),
    ...(deck.entries.length ? [make("h2", {}, "Your copies"), make("p", { class: "small" }, priceWords(deck.prices))] : []));
}

/**
 * Numbers in their order, and `X` and `*` behind them.
 * @param {string} cost
 */
function rank(cost) {
  const number = Number(cost);
  return Number.isNaN(number) ? 1000 : number;
}

/** @param {[string, number][]} counts */
function bars(counts) {
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return make("div", { class: "curve" }, ...counts.flatMap(([name, count]) => [
    make("span", { class: "number" }, name), bar(count / most), make("span", { class: "number" }, String(count)),
  ]));
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

/**
 * What is known of the price of the deck, and what is not.
 * @param {import("./types.js").Prices} prices
 */
function priceWords(prices) {
  const sums = Object.entries(prices.paid).map(([currency, sum]) => `${sum} ${currency || "(no currency noted)"}`);
  const known = sums.length ? `${prices.priced} ${prices.priced === 1 ? "costs" : "cost"} ${sums.join(" and ")}` : "no price is noted for any of them";
  const open = [
    prices.without_price && sums.length ? `${prices.without_price} ${prices.without_price === 1 ? "has" : "have"} no price noted` : "",
    prices.missing ? `${prices.missing} ${prices.missing === 1 ? "is" : "are"} not owned` : "",
    prices.not_compared ? `${prices.not_compared === 1 ? "1 card has" : `${prices.not_compared} cards have`} copies in several currencies, which are not compared, and not all are counted` : "",
    prices.unknown ? `${prices.unknown} ${prices.unknown === 1 ? "is an unknown card" : "are unknown cards"}` : "",
  ].filter(Boolean);
  return [known, ...open].join("; ");
}

whenShown(showFigures);
