// One search for cards, decks, events, pages and what can be done here, from every page: Ctrl K.
import { _, ask, byId, gameQuery, later, make } from "./common.js";

/** @typedef {{kind: string, name: string, address?: string, run?: () => void}} Hit */

const game = new URLSearchParams(location.search).get("game") ?? "";
/** The query of addresses in the game that is chosen. */
export const inGame = gameQuery(game);
const dialog = /** @type {HTMLDialogElement} */ (byId("palette"));
const box = /** @type {HTMLInputElement} */ (byId("palette-search"));
const MOST = 12;

/** @type {Hit[]} */
const pages = [
  [_("Decks"), "/"], [_("New deck"), "/deck"], [_("Cards"), "/cards"], [_("Collection"), "/collection"],
  [_("Completion"), "/collection/completion"], [_("Wants"), "/collection/wants"], [_("Trades"), "/collection/trades"],
  [_("Import a sheet"), "/collection/import"], [_("Events"), "/events"], [_("Leagues"), "/leagues"], [_("Pools"), "/pools"], [_("History"), "/history"],
].map(([name, address]) => ({ kind: _("page"), name, address: address + inGame }));

/** @type {Promise<Hit[]> | null} */
let known = null;
/** @type {Hit[]} */
let hits = [];
let picked = 0;

/** Decks and events, read once for each opening. @returns {Promise<Hit[]>} */
async function read() {
  const [decks, events] = await Promise.all([ask("GET", `/api/decks${inGame}`), ask("GET", `/api/events${inGame}`)]);
  return [
    ...decks.decks.map((/** @type {any} */ one) => ({
      kind: _("deck"), name: one.name, address: `/deck/${encodeURIComponent(one.name)}?game=${one.game}` })),
    ...events.events.map((/** @type {any} */ one) => ({
      kind: _("tournament"), name: one.event, address: `/events/${encodeURIComponent(one.event)}` })),
  ];
}

/** The buttons of the page by their words: each is a command of this search. @returns {Hit[]} */
function commands() {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("main button"));
  return [...buttons].flatMap((button) => {
    const name = button.getAttribute("aria-label") ?? button.textContent?.trim() ?? "";
    const isOne = name.length > 2 && !button.disabled && !button.closest("dialog, [hidden]") && !button.closest(".line, .rows, .matches");
    return isOne ? [{ kind: _("here"), name, run: () => button.click() }] : [];
  });
}

/**
 * A card that was found; with a number before its name it goes into the deck that is edited.
 * @param {{name: string, called: string, game: string}} card
 * @param {number} copies
 * @returns {Hit}
 */
function cardHit(card, copies) {
  if (!copies || !byId("document")) {
    return { kind: _("card"), name: card.called, address: `/cards/${encodeURIComponent(card.name)}?game=${card.game}` };
  }
  const detail = { name: card.name, copies };
  return { kind: _("add {number}", { number: copies }), name: card.called, run: () => document.dispatchEvent(new CustomEvent("deckcheck-add", { detail })) };
}

async function search() {
  const asked = box.value.trim();
  const [, count, name] = asked.match(/^(?:(\d{1,2})\s*x?\s+)?(.*)$/) ?? [];
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {Hit[]} */
  let here = [];
  /** @type {Hit[]} */
  let cards = [];
  try {
    here = await (known ??= read());
    if (asked) {
      const found = await ask("GET", `/api/suggest${inGame ? `${inGame}&` : "?"}q=${encodeURIComponent(name)}`);
      cards = found.cards.map((/** @type {any} */ one) => cardHit(one, Number(count ?? 0)));
    }
  } catch {
    known = null; // pages can be reached without an answer too
  }
  if (box.value.trim() !== asked) return;
  const named = [...here, ...(asked ? commands() : []), ...pages].filter((one) => words.every((word) => one.name.toLowerCase().includes(word)));
  hits = [...named, ...cards].slice(0, MOST);
  picked = 0;
  show();
}

function show() {
  byId("palette-found").replaceChildren(...hits.map((one, number) =>
    make("li", { role: "option", id: `hit-${number}`, "aria-selected": String(number === picked) },
      make(one.address ? "a" : "span", one.address ? { href: one.address, tabindex: "-1" } : {}, one.name),
      make("span", { class: "small" }, one.kind))));
  if (hits.length) box.setAttribute("aria-activedescendant", `hit-${picked}`);
  else box.removeAttribute("aria-activedescendant");
}

/** @param {Hit | undefined} hit */
function go(hit) {
  if (hit?.address) location.href = hit.address;
  if (!hit?.run) return;
  dialog.close();
  hit.run();
}

/** Opens the search. */
export function openPalette() {
  if (dialog.open) return;
  known = null;
  box.value = "";
  dialog.showModal();
  search();
}

box.addEventListener("input", later(search, 80));
box.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    picked = Math.max(0, Math.min(picked + (event.key === "ArrowDown" ? 1 : -1), hits.length - 1));
    show();
  } else if (event.key === "Enter") {
    event.preventDefault();
    go(hits[picked]);
  }
});
byId("palette-found").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const item = /** @type {HTMLElement} */ (event.target).closest("li");
  const hit = hits[[...byId("palette-found").children].indexOf(/** @type {Element} */ (item))];
  if (hit?.run) go(hit);
});
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  openPalette();
});
byId("show-palette").addEventListener("click", openPalette);
