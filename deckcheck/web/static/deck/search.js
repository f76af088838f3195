// The search box: arrows choose, Enter adds, a number before the name is the count.
import { ask, byId, later, make } from "../common.js";
import { move } from "./list.js";
import { change, editor } from "./state.js";

/** @typedef {import("./types.js").FoundCard} FoundCard */

const box = /** @type {HTMLInputElement} */ (byId("search"));
let found = /** @type {FoundCard[]} */ ([]);
let picked = 0;

/** What is typed: how many copies, and the words. */
function wanted() {
  const [, count, rest] = box.value.match(/^\s*(?:(\d{1,2})\s*x?\s+)?(.*)$/) ?? [];
  return { copies: Number(count ?? 1) || 1, words: (rest ?? "").trim() };
}

const suggest = later(async () => {
  const { words } = wanted();
  const answer = words ? await suggested(words) : { cards: [] };
  if (words !== wanted().words) return;
  found = answer.cards;
  picked = 0;
  byId("search-problem").textContent = answer.problem ?? (words && !found.length ? "no card matches" : "");
  showFound();
}, 80);

/**
 * @param {string} words
 * @returns {Promise<{cards: FoundCard[], problem?: string | null}>}
 */
function suggested(words) {
  return ask("GET", `/api/suggest?game=${editor.deck.game}&q=${encodeURIComponent(words)}`)
    .catch((error) => ({ cards: [], problem: error.message }));
}

function showFound() {
  byId("found").replaceChildren(...found.map(option));
  box.setAttribute("aria-expanded", String(found.length > 0));
  if (found.length) box.setAttribute("aria-activedescendant", `found-${picked}`);
  else box.removeAttribute("aria-activedescendant");
}

/**
 * @param {FoundCard} card
 * @param {number} number
 */
function option(card, number) {
  const facts = [card.side, card.type, card.cost].filter((one) => one !== null).join(" ");
  const item = make("li", { role: "option", id: `found-${number}`, "aria-selected": String(number === picked) },
    make("span", {}, card.name), make("span", { class: "small" }, facts),
    make("span", { class: "small" }, `${card.owned} own`));
  item.addEventListener("click", () => add(number));
  return item;
}

/** @param {number} number */
function add(number) {
  const card = found[number];
  if (!card) return;
  change(card.name, wanted().copies);
  clear();
}

function clear() {
  box.value = "";
  found = [];
  showFound();
}

box.addEventListener("input", suggest);
box.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    picked = Math.max(0, Math.min(picked + step, found.length - 1));
    showFound();
  } else if (event.key === "Enter") {
    event.preventDefault();
    add(picked);
  } else if (event.key === "Escape") {
    clear();
    move(0);
  }
});
