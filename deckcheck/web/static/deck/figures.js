// The cost curve, the odds of the opening hand, and what the copies cost: beside the list, at each change.
import { ask, byId, later, make } from "../common.js";
import { body, editor, whenShown } from "./state.js";

/** @typedef {import("./types.js").PageDeck} PageDeck */

const SVG = "http://www.w3.org/2000/svg";

/** @param {PageDeck} deck */
function showFigures(deck) {
  const sums = /** @type {Map<string, number>} */ (new Map());
  for (const counts of Object.values(deck.figures.costs)) {
    for (const [cost, count] of Object.entries(counts)) sums.set(cost, (sums.get(cost) ?? 0) + count);
  }
  const costs = [...sums].sort(([one], [other]) => rank(one) - rank(other));
  byId("figures").replaceChildren(
    ...(costs.length ? [make("h2", {}, "Cost"), columns(costs)] : []),
    ...(deck.entries.length ? [make("h2", {}, "Your copies"), make("p", { class: "small" }, priceWords(deck.prices))] : []));
  openingOdds();
}

/** The odds of the game's own question in the opening hand, when nothing was changed for a moment. */
const openingOdds = later(async () => {
  const { deck } = editor;
  if (!deck.entries.length) {
    byId("opening-odds").replaceChildren();
    return;
  }
  try {
    const { condition, probability } = await ask("POST", "/api/deck/condition", body());
    if (deck !== editor.deck) return;
    const shown = probability === null ? [] : [
      make("span", {}, "Opening hand: ", make("code", {}, condition)), make("strong", {}, `${(100 * probability).toFixed(1)} %`)];
    byId("opening-odds").replaceChildren(...shown);
  } catch {
    // the tab of odds says what is wrong
  }
}, 400);

/**
 * Numbers in their order, and `X` and `*` behind them.
 * @param {string} cost
 */
function rank(cost) {
  const number = Number(cost);
  return Number.isNaN(number) ? 1000 : number;
}

/** @param {[string, number][]} counts */
function columns(counts) {
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return make("ol", { class: "columns" }, ...counts.map(([cost, count]) =>
    make("li", {}, make("span", { class: "small" }, String(count)), column(count / most),
      make("span", {}, make("span", { class: "visually-hidden" }, "of cost "), cost))));
}

/** @param {number} share of the highest column */
function column(share) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 10 100");
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("aria-hidden", "true");
  const rect = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ y: 100 - 100 * share, width: 10, height: 100 * share })) {
    rect.setAttribute(name, String(value));
  }
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
