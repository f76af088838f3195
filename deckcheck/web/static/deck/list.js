// The list: the cards by type and the maybe-board, each with its counts, and which line is chosen.
import { byId, make } from "../common.js";
import { change, changeMaybe, editor, text, whenShown, write } from "./state.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Issue} Issue */

const MOST_BOXES = 8;
let chosen = 0;

/** What is wrong, by the names of cards and by types in lower case: the first problem of each. */
function marked() {
  const wrong = /** @type {Map<string, Issue>} */ (new Map());
  for (const issue of editor.deck.report.issues.filter((one) => one.severity === "error")) {
    const about = [...issue.cards.map((card) => card.name), ...issue.units ?? [], ...issue.unit ? [issue.unit] : []];
    for (const name of about) if (!wrong.has(name)) wrong.set(name, issue);
  }
  return wrong;
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
  if (deck.maybe.length) parts.push(group("Maybe", deck.maybe, new Map(), true));
  byId("list").replaceChildren(...parts);
  choose(chosen, false);
}

/**
 * @param {string} key
 * @param {Entry[]} entries
 * @param {Map<string, Issue>} wrong
 * @param {boolean} maybe
 */
function group(key, entries, wrong, maybe) {
  const count = entries.reduce((sum, one) => sum + one.quantity, 0);
  const lines = entries.map((entry) => line(entry, wrong, maybe));
  const hue = editor.deck.hues[key];
  const heading = [key, make("span", {}, String(count)), sign(key.toLowerCase(), entries, wrong)];
  if (hue) heading.unshift(make("i", { class: `hue hue-${hue}`, "aria-hidden": "true" }));
  return make("div", { class: `group${maybe ? " maybe" : ""}` }, make("h2", {}, ...heading), ...lines);
}

/**
 * The sign of a group: wrong, with how many are missing, or kept where the format asks for a number of its type.
 * @param {string} type
 * @param {Entry[]} entries
 * @param {Map<string, Issue>} wrong
 */
function sign(type, entries, wrong) {
  const row = editor.deck.requirements.find((one) => one.unit === type && one.least);
  const short = row?.state === "broken" && row.least && row.have_most !== null ? row.least - row.have_most : 0;
  if (short > 0) return make("span", { class: "wrong" }, `✗ ${short} short`);
  if (wrong.has(type) || entries.some((one) => wrong.has(one.name))) return make("span", { class: "wrong" }, "✗");
  return make("span", { class: "kept" }, row?.state === "kept" ? "✓" : "");
}

/**
 * @param {Entry} entry
 * @param {Map<string, Issue>} wrong
 * @param {boolean} maybe
 */
function line(entry, wrong, maybe) {
  const issue = wrong.get(entry.name);
  const kind = `line${issue ? " marked" : ""}${entry.card === null ? " unknown" : ""}`;
  const [fewer, more, other] = maybe ? maybeSteps(entry) : steps(entry);
  const row = make("div", { class: kind, tabindex: "-1", "data-line": String(entry.line) },
    fewer, make("span", { class: "number" }, String(entry.quantity)), more, cost(entry),
    make("span", { class: "name" }, label(entry), ...(issue ? [" ", why(issue)] : [])), numbers(entry),
    boxes(entry), make("span", { class: isDrawn(entry) ? "visually-hidden" : "small" }, copies(entry)), ...(other ? [other] : []));
  const names = entry.candidates.length ? entry.candidates : entry.suggestions;
  if (maybe || entry.card !== null || !names.length) return row;
  return make("div", {}, row, picks(entry, names));
}

/**
 * What is wrong with a line, in a few words; the whole sentence stands beside the verdict.
 * @param {Issue} issue
 */
function why(issue) {
  const amount = issue.limit ? ` ${issue.have} / ${issue.limit}` : "";
  return make("span", { class: "why", title: issue.message }, `✗ ${issue.code.replaceAll("-", " ")}${amount}`);
}

/** @param {Entry} entry */
function cost(entry) {
  const shown = entry.cost === null ? "" : String(entry.cost);
  const words = shown ? [make("span", { class: "visually-hidden" }, "cost "), shown] : [];
  return make("span", { class: `cost hue-${entry.hue ?? "grey"}${shown ? "" : " none"}` }, ...words);
}

/** @param {Entry} entry */
function numbers(entry) {
  const short = entry.numbers.filter(([, value]) => value.length <= MOST_LETTERS);
  const words = short.map(([name, value]) => `${name} ${value}`).join(", ");
  return make("span", { class: "facts small", title: words }, short.map(([, value]) => value).join(" · "));
}

/** Longer values, like all the traits of a card, are read on its face. */
const MOST_LETTERS = 4;

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
  const shown = make("span", { class: "boxes", "aria-hidden": "true", title: copies(entry) });
  if (!isDrawn(entry)) return shown;
  const owned = Math.min(entry.quantity - (entry.missing ?? 0), entry.owned ?? 0);
  const free = Math.min(owned, entry.free ?? 0);
  for (let copy = 0; copy < entry.quantity; copy += 1) {
    shown.append(make("i", { class: copy < free ? "free" : copy < owned ? "elsewhere" : "missing" }));
  }
  return shown;
}

/**
 * Whether the copies are drawn; more than a few are said in words.
 * @param {Entry} entry
 */
function isDrawn(entry) {
  return entry.card !== null && entry.quantity <= MOST_BOXES;
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
