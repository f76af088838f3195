// The list: the cards by type and the maybe-board, each with its counts, and which line is chosen.
import { byId, make } from "../common.js";
import { change, changeMaybe, editor, text, whenShown, write } from "./state.js";

/** @typedef {import("./types.js").Entry} Entry */

const MOST_BOXES = 8;
let chosen = 0;

/** What the problems are about: names of cards, and types in lower case. */
function marked() {
  const errors = editor.deck.report.issues.filter((one) => one.severity === "error");
  return new Set(errors.flatMap((one) =>
    [...one.cards.map((card) => card.name), ...one.units ?? [], ...one.unit ? [one.unit] : []]));
}

function showList() {
  const { deck } = editor;
  const groups = /** @type {Map<string, Entry[]>} */ (new Map());
  for (const entry of deck.entries) {
    const main = entry.zone === deck.zones[0];
    const key = main ? entry.type ?? "Unknown" : entry.zone;
    groups.set(key, [...groups.get(key) ?? [], entry]);
  }
  const wrong = marked();
  const parts = deck.unread.map((one) =>
    make("p", { class: "problem" }, `line ${one.line} cannot be read: ${one.text}: ${one.reason}`));
  parts.push(...[...groups].map(([key, entries]) => group(key, entries, wrong, false)));
  if (!parts.length) parts.push(make("p", {}, "Type a card's name into the search box, paste a list into the text, or open a deck file."));
  if (deck.maybe.length) parts.push(group("Maybe", deck.maybe, new Set(), true));
  byId("list").replaceChildren(...parts);
  choose(chosen, false);
}

/**
 * @param {string} key
 * @param {Entry[]} entries
 * @param {Set<string>} wrong
 * @param {boolean} maybe
 */
function group(key, entries, wrong, maybe) {
  const count = entries.reduce((sum, one) => sum + one.quantity, 0);
  const lines = entries.map((entry) => line(entry, wrong, maybe));
  const isWrong = wrong.has(key.toLowerCase()) || entries.some((one) => wrong.has(one.name));
  const sign = make("span", { class: "wrong" }, isWrong ? "✗" : "");
  return make("div", { class: `group${maybe ? " maybe" : ""}` },
    make("h2", {}, key, make("span", {}, String(count)), sign), ...lines);
}

/**
 * @param {Entry} entry
 * @param {Set<string>} wrong
 * @param {boolean} maybe
 */
function line(entry, wrong, maybe) {
  const kind = `line${wrong.has(entry.name) ? " marked" : ""}${entry.card === null ? " unknown" : ""}`;
  const row = make("div", { class: kind, tabindex: "-1", "data-line": String(entry.line) },
    make("span", { class: "number" }, String(entry.quantity)), make("span", { class: "name" }, label(entry)),
    boxes(entry), make("span", { class: "small" }, copies(entry)), ...(maybe ? maybeSteps(entry) : steps(entry)));
  const names = entry.candidates.length ? entry.candidates : entry.suggestions;
  if (maybe || entry.card !== null || !names.length) return row;
  return make("div", {}, row, picks(entry, names));
}

/** @param {Entry} entry */
function label(entry) {
  if (entry.card === null) return entry.name;
  const address = `/cards/${encodeURIComponent(entry.card)}?game=${editor.deck.game}`;
  return make("a", { href: address, tabindex: "-1", "data-card": entry.card }, entry.name);
}

/**
 * A box a copy: full where it is free, with a line around it where it is in another deck, dashed where it is missing.
 * @param {Entry} entry
 */
function boxes(entry) {
  const shown = make("span", { class: "boxes", "aria-hidden": "true" });
  if (entry.card === null || entry.quantity > MOST_BOXES) return shown;
  const owned = Math.min(entry.quantity - (entry.missing ?? 0), entry.owned ?? 0);
  const free = Math.min(owned, entry.free ?? 0);
  for (let copy = 0; copy < entry.quantity; copy += 1) {
    shown.append(make("i", { class: copy < free ? "free" : copy < owned ? "elsewhere" : "missing" }));
  }
  return shown;
}

/** @param {Entry} entry */
function copies(entry) {
  if (entry.card === null) return "";
  const free = entry.free === entry.owned ? "" : ` · ${entry.free} free`;
  return `${entry.owned} owned${free}${entry.missing ? ` · ${entry.missing} missing` : ""}`;
}

/** @param {Entry} entry */
function steps(entry) {
  const card = entry.card ?? entry.name;
  const found = [
    step("−", `one ${entry.name} fewer`, () => change(card, -1, entry.zone)),
    step("+", `one ${entry.name} more`, () => change(card, 1, entry.zone)),
  ];
  if (entry.card === null) return found;
  return [...found, step("↓", `one ${entry.name} to the maybe-board`, () => changeMaybe(card, 1, -1, entry.zone))];
}

/** @param {Entry} entry */
function maybeSteps(entry) {
  return [
    step("−", `one ${entry.name} fewer on the maybe-board`, () => changeMaybe(entry.name, -1)),
    step("+", `one ${entry.name} more on the maybe-board`, () => changeMaybe(entry.name, 1)),
    step("↑", `one ${entry.name} into the deck`, () => changeMaybe(entry.name, -1, 1)),
  ];
}

/**
 * @param {string} sign
 * @param {string} words
 * @param {() => void} work
 */
function step(sign, words, work) {
  const button = make("button", { type: "button", class: "step", "aria-label": words, title: words, tabindex: "-1" }, sign);
  button.addEventListener("click", work);
  return button;
}

/**
 * @param {Entry} entry
 * @param {string[]} names
 */
function picks(entry, names) {
  const found = make("div", { class: "small picks" }, "did you mean ");
  for (const one of names.slice(0, 6)) {
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
  lines[chosen].tabIndex = 0;
  if (focus || byId("list").contains(document.activeElement)) lines[chosen].focus();
}

/**
 * Chooses the line so many lines further down.
 * @param {number} lines
 */
export function move(lines) {
  for (const one of byId("list").querySelectorAll(".line[tabindex='0']")) one.tabIndex = -1;
  choose(chosen + lines);
}

/**
 * Presses a button of the chosen line: fewer, more, or to and from the maybe-board.
 * @param {0 | 1 | 2} number
 */
export function press(number) {
  const steps = byId("list").querySelectorAll(".line")[chosen]?.querySelectorAll(".step");
  steps?.[number]?.click();
}

byId("list").addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
  const lines = [...byId("list").querySelectorAll(".line")];
  const number = lines.indexOf(/** @type {HTMLElement} */ (event.target).closest(".line"));
  if (number >= 0) chosen = number;
});
whenShown(showList);
