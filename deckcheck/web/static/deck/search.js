// The search box: arrows choose, Enter adds, a number before the name is the count; facets narrow down.
import { _, ask, byId, counted, decimal, later, make } from "../common.js";
import { showFace } from "./face.js";
import { move } from "./list.js";
import { change, changeMaybe, editor, whenShown } from "./state.js";

/** @typedef {import("./types.js").FoundCard} FoundCard */
/** @typedef {{cards: FoundCard[], total: number, words: Record<string, string>, problem?: string | null, facets: Record<Facet, Record<string, number>>}} Answer */
/** @typedef {"type" | "side"} Facet */

const NOTHING = /** @type {Answer} */ ({ cards: [], total: 0, words: {}, facets: { type: {}, side: {} } });
/** More copies than these are said in words and not drawn. */
const MOST_BOXES = 8;
const box = /** @type {HTMLInputElement} */ (byId("search"));
const chosen = /** @type {Record<Facet, string>} */ ({ type: "", side: "" });
let found = /** @type {FoundCard[]} */ ([]);
let words = /** @type {Record<string, string>} */ ({});
let picked = 0;
/** What was typed when these cards were found: Enter adds no card of what was typed before. */
let foundFor = "";

/** What is typed: how many copies, and the words. */
function wanted() {
  const [, count, rest] = box.value.match(/^\s*(?:(\d{1,2})\s*x?\s+)?(.*)$/) ?? [];
  return { copies: Number(count ?? 1) || 1, words: (rest ?? "").trim() };
}

/** The question that what is typed and chosen asks. */
function query() {
  const asked = new URLSearchParams({ game: editor.deck.game, q: wanted().words, ...chosen });
  if (byId("facet-owned").checked) asked.set("owned", "1");
  if (byId("facet-legal").checked) {
    asked.set("legal", byId("format").value);
    asked.set("on", byId("on").value);
  }
  return asked.toString();
}

async function suggest() {
  const asked = query();
  const answer = await ask("GET", `/api/suggest?${asked}`).catch((error) => ({ ...NOTHING, problem: error.message }));
  if (asked !== query()) return;
  found = answer.cards;
  words = answer.words;
  foundFor = box.value;
  picked = 0;
  byId("search-problem").textContent = answer.problem ?? told(answer);
  showFound();
  showFacets(answer);
}

/**
 * What is to be said of what was found.
 * @param {Answer} answer
 */
function told(answer) {
  if (answer.total > answer.cards.length) return counted("{shown} of {number} cards; type more of the name", "{shown} of {number} cards; type more of the name", answer.total, { shown: answer.cards.length });
  if (answer.total || !wanted().words) return "";
  const narrowed = byId("facet-owned").checked || byId("facet-legal").checked || chosen.type || chosen.side;
  return narrowed ? _("no card matches within what is ticked below") : _("no card matches");
}

const typed = later(suggest, 80);

function showFound() {
  byId("found").replaceChildren(...found.map(option));
  box.setAttribute("aria-expanded", String(found.length > 0));
  if (found.length) box.setAttribute("aria-activedescendant", `found-${picked}`);
  else box.removeAttribute("aria-activedescendant");
  if (!found[picked]) return;
  byId(`found-${picked}`).scrollIntoView({ block: "nearest" });
  showFace(found[picked].name);
}

/**
 * @param {FoundCard} card
 * @param {number} number
 */
function option(card, number) {
  const kind = [card.side, card.type].flatMap((one) => one === null ? [] : [words[one] ?? one]).join(" ");
  const isDrawn = card.owned <= MOST_BOXES;
  const boxes = isDrawn ? Array.from({ length: card.owned }, (_box, place) => make("i", { class: place < card.free ? "free" : "elsewhere" })) : [];
  const item = make("li", { role: "option", id: `found-${number}`, "data-card": card.name, "aria-selected": String(number === picked) },
    make("span", { class: `cost hue-${card.hue}${card.cost === null ? " none" : ""}` },
      ...card.cost === null ? [] : [make("span", { class: "visually-hidden" }, _("cost"), " "), String(card.cost)]),
    make("span", card.called === card.name ? {} : { title: card.name }, card.called),
    make("span", { class: "boxes", "aria-hidden": "true" }, ...boxes),
    make("span", { class: "small" }, [kind, ...card.numbers].join(" · ")),
    make("span", { class: isDrawn ? "visually-hidden" : "small" }, _("{number} own", { number: card.owned })));
  item.addEventListener("click", (event) => add(number, event.shiftKey));
  return item;
}

/** @param {Answer} answer */
function showFacets(answer) {
  for (const facet of /** @type {Facet[]} */ (["side", "type"])) {
    const counts = { ...(chosen[facet] ? { [chosen[facet]]: 0 } : {}), ...answer.facets[facet] };
    const chips = Object.entries(counts).map(([value, count]) => chip(facet, value, count));
    byId(`facet-${facet}`).replaceChildren(...chips);
  }
}

/**
 * @param {Facet} facet
 * @param {string} value
 * @param {number} count
 */
function chip(facet, value, count) {
  const pressed = chosen[facet] === value;
  const button = make("button", { type: "button", class: "chip", "aria-pressed": String(pressed) },
    words[value] ?? value, make("span", { class: "small" }, ` ${decimal(count)}`));
  button.addEventListener("click", () => {
    chosen[facet] = pressed ? "" : value;
    suggest().then(() => /** @type {HTMLElement | null} */ (
      byId(`facet-${facet}`).querySelector("[aria-pressed=true], button"))?.focus());
  });
  return button;
}

/**
 * @param {number} number
 * @param {boolean} toMaybe
 */
function add(number, toMaybe) {
  const card = found[number];
  if (!card) return;
  if (toMaybe) changeMaybe(card.name, wanted().copies);
  else change(card.name, wanted().copies);
  clear();
  box.focus();
}

function clear() {
  box.value = "";
  foundFor = "";
  found = [];
  byId("search-problem").textContent = "";
  showFound();
  typed();
}

// On a phone the cards that are found need the place below, above the keys.
box.addEventListener("focus", () => {
  if (matchMedia("(max-width: 40rem)").matches) box.closest("section")?.scrollIntoView();
});
box.addEventListener("input", typed);
document.addEventListener("deckcheck-add", (event) => {
  const { name, copies } = /** @type {CustomEvent} */ (event).detail;
  change(name, copies);
});
window.addEventListener("load", suggest); // the facets of all cards, before anybody looks for one
byId("facet-owned").addEventListener("change", suggest);
byId("facet-legal").addEventListener("change", suggest);
box.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    picked = Math.max(0, Math.min(picked + step, found.length - 1));
    showFound();
  } else if (event.key === "Enter") {
    event.preventDefault();
    const toMaybe = event.shiftKey;
    if (foundFor === box.value) add(picked, toMaybe);
    else suggest().then(() => foundFor === box.value && add(picked, toMaybe));
  } else if (event.key === "Escape") {
    clear();
    move(0);
  }
});
let format = `${byId("format").value} ${byId("on").value}`;
whenShown(() => {
  const now = `${byId("format").value} ${byId("on").value}`;
  if (now !== format && found.length) typed();
  format = now;
});
