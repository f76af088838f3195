// The deck that is edited. The text is the deck: whatever is clicked changes the text, and the
// server says what the text is. So undo is the text before, and nothing can be in two states.
import { AwayError, ask, byId, say } from "../common.js";

/** @typedef {import("./types.js").PageDeck} PageDeck */
/** @typedef {import("./types.js").Change} Change */

const start = JSON.parse(byId("document").textContent);

/** What is edited: the deck as last judged, and what is saved of it. */
export const editor = {
  deck: /** @type {PageDeck} */ (start.deck),
  base: /** @type {string} */ (start.state),
  savedName: /** @type {string} */ (start.deck.name),
  savedText: /** @type {string} */ (start.deck.text),
};

/** The text as it was, newest last, and what was taken back of it. */
const before = /** @type {string[]} */ ([]);
const after = /** @type {string[]} */ ([]);
const listeners = /** @type {((deck: PageDeck) => void)[]} */ ([]);
const unjudged = /** @type {((why: string) => void)[]} */ ([]);
/** Marks of the elements that are shown, by which the server leaves them out of its answer. */
let shown = /** @type {string[]} */ ([]);
let asked = 0;
let away = false;
/** The changes that were asked for, one after another: each is made of what the last one left. */
let turn = /** @type {Promise<unknown>} */ (Promise.resolve());

/** After so many milliseconds a server that did not answer is asked again. */
const AGAIN = 1500;

export const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
export const name = /** @type {HTMLInputElement} */ (byId("name"));

/** The deck as the server takes it. */
export function body() {
  return {
    text: text.value, name: name.value, game: editor.deck.game,
    format: byId("format").value || null, on: byId("on").value || null,
  };
}

/** The deck with the format and the day by which it is judged: what is found for it is of no other. */
export function judgedDeck() {
  const { text, format, on } = body();
  return JSON.stringify([text, format, on]);
}

/**
 * Calls a function with each deck that is shown.
 * @param {(deck: PageDeck) => void} work
 */
export function whenShown(work) {
  listeners.push(work);
}

/**
 * Calls a function with the reason where a text could not be judged: its verdict is unknown.
 * @param {(why: string) => void} work
 */
export function whenUnjudged(work) {
  unjudged.push(work);
}

/**
 * Notes a text as it was, so that it can be gone back to.
 * @param {string} [was]
 */
export function remember(was = editor.deck.text) {
  if (before.at(-1) !== was) before.push(was);
  after.length = 0;
  showSteps();
}

function showSteps() {
  byId("undo").disabled = before.length === 0;
  byId("redo").disabled = after.length === 0;
}

/**
 * Puts the parts of the page in the place of those that are there; what was opened stays open.
 * @param {string} html
 */
function showParts(html) {
  const open = new Set([...document.querySelectorAll("#meters details[open] > summary")].map((one) => one.getAttribute("title")));
  for (const part of new DOMParser().parseFromString(html, "text/html").body.children) {
    for (const summary of part.querySelectorAll("summary")) {
      if (open.has(summary.title)) /** @type {HTMLDetailsElement} */ (summary.parentElement).open = true;
    }
    const place = byId(part.id), had = place.contains(document.activeElement);
    place.className = part.className;
    place.replaceChildren(...part.childNodes);
    if (had) /** @type {HTMLElement} */ (place.closest("[tabindex]") ?? place).focus({ preventScroll: true });
  }
}

/** @param {PageDeck} found */
export function show(found) {
  editor.deck = found;
  if (found.html) showParts(found.html);
  shown = found.shown ?? [];
  if (text.value !== found.text) text.value = found.text;
  showSteps();
  for (const work of listeners) work(found);
}

/**
 * A deck that the server judges; where others were shown meanwhile, its elements are those that differ from them.
 * @param {string} path
 * @param {object} [more]
 * @returns {Promise<PageDeck>}
 */
async function judged(path, more = {}) {
  const since = shown;
  const found = await ask("POST", path, { ...body(), ...more, shown: since, brief: true });
  return since === shown ? found : judged("/api/deck/check", { text: found.text });
}

/** Has the text judged; an answer about a text that is no longer there is not shown. */
export async function check() {
  const number = ++asked;
  const sent = text.value;
  const isOld = () => number !== asked || sent !== text.value;
  try {
    const found = await judged("/api/deck/check");
    if (isOld()) return;
    show(found);
    if (away) say("");
    away = false;
  } catch (error) {
    if (isOld()) return;
    const why = /** @type {Error} */ (error).message;
    say(why, true);
    shown = [];
    for (const work of unjudged) work(why);
    away = error instanceof AwayError;
    if (away) setTimeout(() => number === asked && check(), AGAIN);
  }
}

/**
 * @param {string} card
 * @param {number} copies
 * @param {string | null} [zone]
 */
export async function change(card, copies, zone = null) {
  if (await changed("/api/deck/edit", { card, copies, zone })) say("");
}

/**
 * Puts copies of a card on the maybe-board, or takes them off, and as many into the deck or out of it.
 * @param {string} card
 * @param {number} copies
 * @param {number} [deck]
 * @param {string | null} [zone]
 */
export async function changeMaybe(card, copies, deck = 0, zone = null) {
  if (await changed("/api/deck/maybe", { card, copies, deck, zone })) say("");
}

/**
 * Writes the notes, which are comments of the text.
 * @param {string} notes
 */
export function writeNotes(notes) {
  return changed("/api/deck/notes", { notes });
}

/**
 * Makes several changes at once.
 * @param {Change[]} changes
 * @returns {Promise<boolean>} whether they were made
 */
export function apply(changes) {
  const sent = changes.map((one) => ({ card: one.name, copies: one.copies, zone: one.zone }));
  return changed("/api/deck/apply", { changes: sent });
}

/**
 * Makes a change after those that were asked for before it.
 * @param {string} path
 * @param {object} more
 * @returns {Promise<boolean>} whether it was made
 */
function changed(path, more) {
  const done = turn.then(() => made(path, more));
  turn = done;
  return done;
}

/** Waits until all changes that were asked for are made. */
export function settled() {
  return turn;
}

/**
 * Makes a change; where something is typed meanwhile, it is made of that.
 * @param {string} path
 * @param {object} more
 * @returns {Promise<boolean>}
 */
async function made(path, more) {
  const number = ++asked;
  const sent = text.value;
  try {
    const found = await judged(path, more);
    if (sent !== text.value) return made(path, more);
    remember(sent);
    show(found);
    if (number !== asked) check(); // the format or the day was changed meanwhile
    return true;
  } catch (error) {
    await check(); // an answer that was waited for is not shown any more
    say(/** @type {Error} */ (error).message, true);
    return false;
  }
}

/**
 * Puts another text in the place of the deck's.
 * @param {string} found
 */
export function write(found) {
  remember(text.value);
  text.value = found;
  return check();
}

export function undo() {
  turn = turn.then(() => step(before, after));
}

export function redo() {
  turn = turn.then(() => step(after, before));
}

/**
 * @param {string[]} from
 * @param {string[]} to
 */
function step(from, to) {
  const found = from.pop();
  if (found === undefined) return undefined;
  to.push(text.value);
  text.value = found;
  editor.deck.text = found;
  showSteps();
  return check();
}
