// Changes that wait for the server: kept in this browser, and each made once, by its id.
import { _, ask, AwayError, byId, make } from "./common.js";

/** @typedef {{id: string, path: string, body: any, words: string, database: string, problem?: string}} Waiting */

const KEY = "deckcheck-waiting";
const AGAIN = 4000;
const database = document.querySelector('meta[name="deckcheck-database"]')?.getAttribute("content") ?? "";

/** @returns {Waiting[]} */
function all() {
  return JSON.parse(localStorage.getItem(KEY) ?? "[]");
}

/** The changes of this database. */
function here() {
  return all().filter((one) => one.database === database);
}

/** Those of them that are to be sent yet: what was refused is only shown. */
function unsent() {
  return here().filter((one) => !one.problem);
}

/** @param {Waiting[]} waiting */
function write(waiting) {
  localStorage.setItem(KEY, JSON.stringify(waiting));
  show();
}

/** A number that no other change has, also where the page is not on a secure address. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

/**
 * Makes a change, now or when the server is back; returns its answer, or null while it waits.
 * @param {string} path
 * @param {any} body
 * @param {string} words what is changed
 */
export async function send(path, body, words) {
  const one = { id: newId(), path, body, words, database };
  if (unsent().length) await sendAll();
  if (!unsent().length) {
    try {
      return await deliver(one);
    } catch (error) {
      if (!(error instanceof AwayError)) throw error;
    }
  }
  write([...all(), one]);
  return null;
}

/** The states of the collection between which only our own changes lie: what was based on the one is based on the other. */
const led = new Map();

/**
 * Sends a change; one that was made before, whose answer was lost, is not made again.
 * @param {Waiting} one
 */
async function deliver({ id, path, body }) {
  let { base } = body;
  while (led.has(base)) base = led.get(base);
  const done = await ask("POST", path, { ...body, base }, undefined, id);
  const { batch, state, made_before: before } = done;
  if (path.startsWith("/api/collection/") && batch && (before || state === batch)) led.set(batch - 1, batch);
  return done;
}

let sending = false;

/** Sends what waits, in its order, until the server does not answer; what is refused is shown. */
async function sendAll() {
  if (sending) return;
  sending = true;
  try {
    for (const one of unsent()) {
      try {
        await deliver(one);
        write(all().filter((other) => other.id !== one.id));
      } catch (error) {
        if (error instanceof AwayError) return;
        const problem = /** @type {Error} */ (error).message;
        write(all().map((other) => other.id === one.id ? { ...other, problem } : other));
      }
    }
  } finally {
    sending = false;
  }
}

function show() {
  const waiting = here();
  byId("waiting").hidden = !waiting.length;
  byId("waiting").replaceChildren(make("p", {}, unsent().length
    ? _("The server does not answer, or asks for the password. These changes are kept here and sent when it takes them:") : _("These changes were not made:")),
    make("ul", {}, ...waiting.map(shown)));
}

/** @param {Waiting} one */
function shown(one) {
  const drop = make("button", { type: "button" }, _("Discard"));
  drop.addEventListener("click", () => write(all().filter((other) => other.id !== one.id)));
  return make("li", {}, `${one.words}${one.problem ? `: ${one.problem}` : ""} `, drop);
}

async function look() {
  const before = unsent().length;
  if (!before) return;
  await sendAll();
  if (before > here().length && !document.activeElement?.matches("input, textarea")) location.reload();
}

if (here().length) show();
setInterval(look, AGAIN);
window.addEventListener("online", look);
look();
