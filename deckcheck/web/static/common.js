// What all pages share: asking the server, saying what happened, making elements of text.

/** The language of the page, and its texts by the English ones: of counted things by their plural forms. */
export const LANGUAGE = document.documentElement.lang;
const texts = JSON.parse(byId("texts")?.textContent ?? "{}");
const forms = new Intl.PluralRules(LANGUAGE);

/**
 * A text in the language of the page, with its values.
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 */
export function _(text, values = {}) {
  return filled(texts[text] ?? text, values);
}

/**
 * A text about a number of things.
 * @param {string} one
 * @param {string} many
 * @param {number} number
 * @param {Record<string, unknown>} [values]
 */
export function counted(one, many, number, values = {}) {
  const said = texts[one]?.[forms.select(number)] ?? texts[one]?.other ?? (number === 1 ? one : many);
  return filled(said, { number: decimal(number), ...values });
}

/**
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)[^}]*\}/g, (_whole, name) => String(values[name]));
}

/**
 * A number as the language writes it.
 * @param {number} number
 * @param {number} [digits] behind the point
 */
export function decimal(number, digits = 0) {
  return number.toLocaleString(LANGUAGE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The server cannot be asked now: nothing answers at its address, or it asks for the password first. */
export class AwayError extends Error {
  constructor(message = _("the server does not answer; is deckcheck serve still running?")) {
    super(message);
  }
}

/** Answers of a server that asks for the password, and of one in front of a server that does not answer. */
const NOT_NOW = [401, 502, 503, 504];

/**
 * Asks the server and returns its document; throws an Error with its message.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal] gives the question up
 * @param {string} [change] the id of a change, which is made once although it may be sent again
 * @returns {Promise<any>}
 */
export async function ask(method, path, body, signal, change) {
  const asJson = body !== undefined && !(body instanceof Blob);
  // Pressed while the next change is under way, Undo would be of the one before.
  if (method !== "GET" && !path.startsWith("/api/deck/")) byId("said")?.querySelector(".undo-here")?.remove();
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method, signal,
      headers: { ...mark(), ...(change ? { "X-Deckcheck-Change": change } : {}), ...(asJson ? { "Content-Type": "application/json" } : {}) },
      body: asJson ? JSON.stringify(body) : /** @type {Blob | undefined} */ (body),
    });
  } catch {
    throw new AwayError();
  }
  const document = await answer.json().catch(() => ({ error: _("no answer ({status})", { status: answer.status }) }));
  if (NOT_NOW.includes(answer.status)) throw new AwayError(document.error);
  const { status } = answer;
  if (!answer.ok) throw Object.assign(new Error(document.error ?? _("refused ({status})", { status })), { status });
  return document;
}

/**
 * The mark of the database that this page shows: a server over another one changes nothing.
 * @returns {Record<string, string>}
 */
function mark() {
  const shown = document.querySelector('meta[name="deckcheck-database"]')?.getAttribute("content");
  return shown ? { "X-Deckcheck-Database": shown } : {};
}

/**
 * The element with an id, of which the page is sure.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * The query of an address in a game; none where no game is chosen.
 * @param {string | undefined} game
 */
export function gameQuery(game) {
  return game ? `?game=${encodeURIComponent(game)}` : "";
}

/** So long a change can be undone where it was made, in milliseconds; in the history it can be for ever. */
const UNDONE_HERE = 10_000;

/**
 * Undoes a change of the collection or of a deck; says so, and how much of it stays.
 * @param {number} batch
 */
export async function takeBack(batch) {
  const done = await ask("POST", "/api/collection/undo", { batch });
  const kept = done.kept.length + done.errors.length;
  const told = kept ? counted("batch {batch} is undone, but for {number} that changed since; see History",
    "batch {batch} is undone, but for {number} that changed since; see History", kept, { batch }) : _("batch {batch} is undone", { batch });
  return { told, kept, batch: done.batch };
}

/** @param {number} batch */
async function undoBatch(batch) {
  const done = await takeBack(batch);
  reload(done.told, done.batch);
}

/**
 * Says what happened; a change, with the number of its batch, can be undone right there for a while.
 * @param {string} text
 * @param {boolean} [bad]
 * @param {number | null} [batch]
 * @param {(batch: number) => Promise<unknown>} [undoing] undoes it, by default in the collection
 */
export function say(text, bad = false, batch = null, undoing = undoBatch) {
  const place = byId("said");
  if (!place) return;
  place.textContent = text;
  place.classList.toggle("problem", bad);
  if (!batch) return;
  const undo = make("button", { type: "button", class: "undo-here" }, _("Undo"));
  undo.addEventListener("click", () => {
    undo.setAttribute("disabled", "");
    told(() => undoing(batch));
  });
  place.append(" ", undo);
  setTimeout(() => undo.remove(), UNDONE_HERE);
}

/**
 * An element with attributes and children; texts stay texts.
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/**
 * Calls a function when nothing was asked of it for a while; earlier calls are dropped.
 * @param {(...values: any[]) => void} work
 * @param {number} pause in milliseconds
 * @returns {(...values: any[]) => void}
 */
export function later(work, pause) {
  /** @type {number | undefined} */
  let waiting;
  return (...values) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => work(...values), pause);
  };
}

/**
 * Calls a function at once, and once more when it is done where it was asked for meanwhile.
 * @param {() => Promise<unknown>} work
 * @returns {() => void}
 */
export function inTurn(work) {
  let busy = false, again = false;
  async function turn() {
    again = busy;
    if (busy) return;
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
    }
    if (again) turn();
  }
  return turn;
}

/** What is under way, by its name. */
const running = new Set();
window.addEventListener("pageshow", () => running.clear()); // whoever goes back begins anew

/**
 * Does a work, and says what is wrong where it fails.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | undefined>}
 */
export async function told(work) {
  try {
    return await work();
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
    return undefined;
  }
}

/**
 * The same, unless that work is under way: the second of a double click and Enter held down are no other.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T | undefined>}
 */
export async function once(what, work) {
  if (running.has(what)) return undefined;
  running.add(what);
  try {
    return await told(work);
  } finally {
    running.delete(what);
  }
}

/**
 * Whether a key was typed into a field, where it means itself.
 * @param {KeyboardEvent} event
 */
export function isTyped(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog") !== null;
}

/**
 * Shows the page anew, and says there what happened; what waits for it goes on no more.
 * @param {string} text
 * @param {number | null} [batch] what can be undone
 * @param {string} [query] what the page is asked for then, by default the same
 * @returns {Promise<never>}
 */
export function reload(text, batch = null, query = location.search) {
  sessionStorage.setItem("deckcheck-said", JSON.stringify({ text, batch }));
  if (query === location.search) location.reload();
  else location.search = query;
  return new Promise(() => undefined);
}

/**
 * Says what the page said it would before it was shown anew; returns whether there was something.
 * @param {any} own what can be undone where no batch was named
 * @param {(batch: number) => Promise<unknown>} undoing undoes it
 */
export function sayLast(own = null, undoing = undoBatch) {
  const said = sessionStorage.getItem("deckcheck-said");
  sessionStorage.removeItem("deckcheck-said");
  if (said === null) return false;
  const { text, batch } = JSON.parse(said);
  say(text, false, batch ?? own, undoing);
  return true;
}

/**
 * Has the server read a deck file of any format.
 * @param {File} file
 * @param {string} [game]
 * @returns {Promise<any>}
 */
export function readFile(file, game) {
  const query = new URLSearchParams({ name: file.name, ...(game ? { game } : {}) });
  return ask("POST", `/api/deck/file?${query}`, file);
}

/**
 * Opens a deck that was read from a file, in the editor of its game.
 * @param {any} found
 */
export function openRead(found) {
  sessionStorage.setItem("deckcheck-file", JSON.stringify(found));
  location.href = `/deck?game=${encodeURIComponent(found.game)}`;
}

/** The deck that was read from a file before this page was opened, or null. @returns {any} */
export function takeRead() {
  const found = sessionStorage.getItem("deckcheck-file");
  sessionStorage.removeItem("deckcheck-file");
  return found && JSON.parse(found);
}

/**
 * Opens files that are dropped anywhere on the page.
 * @param {(files: File[]) => void} open
 */
export function whenDropped(open) {
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const files = [...event.dataTransfer?.files ?? []];
    if (files.length) open(files);
  });
}
