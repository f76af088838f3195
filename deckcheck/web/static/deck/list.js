// The list: the cards by type, each with its counts, and which line is chosen.
import { byId, make } from "../common.js";
import { change, editor, text, whenShown, write } from "./state.js";

/** @typedef {import("./types.js").Entry} Entry */

let chosen = 0;

/** The names of the cards that a problem is about. */
function marked() {
  const errors = editor.deck.report.issues.filter((one) => one.severity === "error");
  return new Set(errors.flatMap((one) => one.cards.map((card) => card.name)));
}

function showList() {
  const groups = /** @type {Map<string, Entry[]>} */ (new Map());
  for (const entry of editor.deck.entries) {
    const main = entry.zone === editor.deck.zones[0];
    const key = main ? entry.type ?? "Unknown" : entry.zone;
    groups.set(key, [...groups.get(key) ?? [], entry]);
  }
  const wrong = marked();
  const sections = [...groups].map(([key, entries]) => group(key, entries, wrong));
  const unread = editor.deck.unread.map((one) =>
    make("p", { class: "problem" }, `line ${one.line} cannot be read: ${one.text}: ${one.reason}`));
  const empty = make("p", {}, "Type a card's name on the left, paste a list into the text, or open a deck file.");
  byId("list").replaceChildren(...(sections.length || unread.length ? [...unread, ...sections] : [empty]));
  choose(chosen, false);
}

/**
 * @param {string} key
 * @param {Entry[]} entries
 * @param {Set<string>} wrong
 */
function group(key, entries, wrong) {
  const count = entries.reduce((sum, one) => sum + one.quantity, 0);
  const lines = entries.map((entry) => line(entry, wrong));
  return make("div", { class: "group" }, make("h2", {}, key, make("span", {}, String(count))), ...lines);
}

/**
 * @param {Entry} entry
 * @param {Set<string>} wrong
 */
function line(entry, wrong) {
  const kind = `line${wrong.has(entry.name) ? " marked" : ""}${entry.card === null ? " unknown" : ""}`;
  const row = make("div", { class: kind, tabindex: "-1", "data-line": String(entry.line) },
    make("span", { class: "number" }, String(entry.quantity)), make("span", { class: "name" }, label(entry)),
    make("span", { class: "small" }, copies(entry)), step(entry, -1), step(entry, 1));
  const maybe = entry.candidates.length ? entry.candidates : entry.suggestions;
  if (entry.card !== null || !maybe.length) return row;
  return make("div", {}, row, picks(entry, maybe));
}

/** @param {Entry} entry */
function label(entry) {
  if (entry.card === null) return entry.name;
  const address = `/cards/${encodeURIComponent(entry.card)}?game=${editor.deck.game}`;
  return make("a", { href: address, tabindex: "-1" }, entry.name);
}

/** @param {Entry} entry */
function copies(entry) {
  if (entry.card === null) return "";
  return `${entry.owned} owned · ${entry.free} free${entry.missing ? ` · ${entry.missing} missing` : ""}`;
}

/**
 * @param {Entry} entry
 * @param {number} more
 */
function step(entry, more) {
  const words = `one ${entry.name} ${more > 0 ? "more" : "fewer"}`;
  const button = make("button", { type: "button", class: "step", "aria-label": words }, more > 0 ? "+" : "−");
  button.addEventListener("click", () => change(entry.card ?? entry.name, more, entry.zone));
  return button;
}

/**
 * @param {Entry} entry
 * @param {string[]} maybe
 */
function picks(entry, maybe) {
  const found = make("div", { class: "small" }, "did you mean ");
  for (const one of maybe.slice(0, 6)) {
    const button = make("button", { type: "button" }, one);
    button.addEventListener("click", () => replace(entry, one));
    found.append(button, " ");
  }
  return found;
}

/**
 * Puts a full name where an unknown or ambiguous one stands.
 * @param {Entry} entry
 * @param {string} card
 */
function replace(entry, card) {
  const lines = text.value.split("\n");
  const number = entry.line - 1;
  if (!lines[number]?.includes(entry.name)) return;
  lines[number] = lines[number].replace(entry.name, () => card);
  write(lines.join("\n"));
}

/**
 * Chooses a line of the list.
 * @param {number} number
 * @param {boolean} [focus]
 */
function choose(number, focus = true) {
  const lines = /** @type {NodeListOf<HTMLElement>} */ (byId("list").querySelectorAll(".line"));
  if (!lines.length) return;
  chosen = Math.max(0, Math.min(number, lines.length - 1));
  if (focus || byId("list").contains(document.activeElement)) lines[chosen].focus();
}

/**
 * Chooses the line so many lines further down.
 * @param {number} lines
 */
export function move(lines) {
  choose(chosen + lines);
}

/**
 * One more or one fewer of the chosen line.
 * @param {boolean} more
 */
export function count(more) {
  const steps = byId("list").querySelectorAll(".line")[chosen]?.querySelectorAll(".step");
  steps?.[more ? 1 : 0].click();
}

whenShown(showList);
