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
let asked = 0;
let away = false;

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

/**
 * Calls a function with each deck that is shown.
 * @param {(deck: PageDeck) => void} work
 */
export function whenShown(work) {
  listeners.push(work);
}

/** Notes the text as it was, so that it can be gone back to. */
export function remember() {
  if (before.at(-1) !== editor.deck.text) before.push(editor.deck.text);
  after.length = 0;
}

/** @param {PageDeck} found */
export function show(found) {
  editor.deck = found;
  if (text.value !== found.text) text.value = found.text;
  byId("undo").disabled = before.length === 0;
  byId("redo").disabled = after.length === 0;
  for (const work of listeners) work(found);
}

/** Has the text judged; of several answers only the newest is shown. */
export async function check() {
  const number = ++asked;
  try {
    const found = await ask("POST", "/api/deck/check", body());
    if (number !== asked) return;
    show(found);
    if (away) say("");
    away = false;
  } catch (error) {
    if (number !== asked) return;
    say(/** @type {Error} */ (error).message, true);
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
 * @param {string} path
 * @param {object} more
 */
async function changed(path, more) {
  const number = ++asked;
  try {
    const found = await ask("POST", path, { ...body(), ...more });
    if (number !== asked) return false;
    remember();
    show(found);
    return true;
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
    return false;
  }
}

/**
 * Puts another text in the place of the deck's.
 * @param {string} found
 */
export function write(found) {
  remember();
  text.value = found;
  return check();
}

export function undo() {
  step(before, after);
}

export function redo() {
  step(after, before);
}

/**
 * @param {string[]} from
 * @param {string[]} to
 */
function step(from, to) {
  const found = from.pop();
  if (found === undefined) return;
  to.push(text.value);
  text.value = found;
  editor.deck.text = found;
  check();
}
