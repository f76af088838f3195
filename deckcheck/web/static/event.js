// The organiser's desk: one line takes everything; the games of a table are typed where they stand.
import { _, ask, byId, make, once, reload, say, sayLast } from "./common.js";
import { send } from "./waiting.js";
import { runClocks, showClocks } from "./clock.js";

const POLL = 20_000;
/** Results, drops and notes may be sent later, where the server is away; all else is only right when it is said. */
const LATER = /^(drop|note|warning|game-loss|match-loss)\b|\d\s*[-:\s]\s*\d|\s(draw|none)$/;
const PARTS = ["top", "steps", "wrong", "work", "beside"];
const address = `/api/events/${encodeURIComponent(shown().event ?? "")}`;
let asked = 0;

/** What the page shows of the event. @returns {DOMStringMap} */
function shown() {
  return byId("work").dataset;
}

/** @param {number} batch */
const undoing = (batch) => act(`undo ${batch}`);

/**
 * Does what a line says, and shows the page as it is then; returns whether it was done.
 * @param {string} line
 * @param {string} [was] the result that it may replace
 * @param {boolean} [isTyped] whether a person typed it; else all behind the first word is a player
 */
async function act(line, was, isTyped = true) {
  return await once(line, () => acted(line, was, isTyped)) ?? true;
}

/**
 * @param {string} line
 * @param {string | undefined} was
 * @param {boolean} isTyped
 */
async function acted(line, was, isTyped) {
  const { state, round, number } = shown();
  const [, action, text] = (!isTyped && line.match(/^(drop|back|remove|rename|note|warning|game-loss|match-loss) (.+)$/)) || [];
  try {
    const sent = {
      ...(action ? { action, text } : { text: line }), was, short: true,
      base: Number(state), round: Number(round) || null, number: Number(number) || null,
    };
    const done = await (LATER.test(line)
      ? send(address, { ...sent, base: undefined }, `${shown().event}: ${line}`) : ask("POST", address, sent));
    if (!done) {
      say(_("kept here until the server answers"));
      return true;
    }
    const isHere = shown().step === "rounds" && number === round;
    if (/^(pair|publish)\b/.test(line) && !isHere) {
      return await reload(done.notes.join("; "), done.batch, "?step=rounds");
    }
    await refresh();
    say(done.notes.join("; "), false, done.batch, undoing);
    return true;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const rest = message.includes("because it") ? "because " : message.includes("> 1") ? "> " : "";
    if (rest && byId("search")) {
      byId("search").value = `${line} ${rest}`;
      byId("search").focus();
    }
    await refresh();
    say(message, true);
    return false;
  }
}

/** Shows the event as it is now; what is being typed stays. */
async function refresh() {
  const turn = ++asked;
  const { step, round, number } = shown();
  const past = number !== round ? `&round=${number}` : "";
  const answer = await fetch(`?step=${step}${past}`).catch(() => null);
  if (!answer?.ok || turn !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (turn !== asked) return;
  const field = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const place = field?.id;
  const next = page.getElementById("work");
  if (next?.dataset.number === number) {
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".match.typing, .match.wrong"))) {
      const now = page.getElementById(line.id);
      // What was refused stays to be mended, until the table has another result.
      if (line.matches(".typing") || now?.dataset.was === line.dataset.was) now?.replaceWith(line);
    }
  }
  for (const part of PARTS) byId(part).replaceWith(/** @type {Element} */ (page.getElementById(part)));
  if (place && document.activeElement?.id !== place) byId(place)?.focus();
  showClocks();
}

/** Whether something on the page is being typed or chosen, so that it must not be shown anew. */
function isBusy() {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#work input, #beside input"));
  return document.hidden || document.querySelector("#main details[open]") !== null
    || byId("links")?.querySelector("a") || [...fields].some((field) => field.value !== field.defaultValue);
}

// The games of a table.

/** @param {Element} line @returns {HTMLInputElement[]} */
function boxes(line) {
  return [...line.querySelectorAll("input")];
}

/**
 * Saves the games of a table, if both are there; no games take a result back.
 * @param {HTMLElement} line
 */
async function save(line) {
  const [one, two] = boxes(line).map((box) => box.value);
  if (!line.matches(".typing") || (one === "") !== (two === "")) return;
  line.classList.remove("typing", "wrong");
  const { table, was } = line.dataset;
  const state = /** @type {Element} */ (line.querySelector(".state"));
  state.textContent = _("saving");
  if (await act(`${table} ${one ? `${one}-${two}` : "none"}`, was)) return;
  const here = /** @type {HTMLElement} */ (byId(line.id));
  here.classList.add("wrong");
  boxes(here).forEach((box, number) => { box.value = [one, two][number] ?? ""; });
  /** @type {Element} */ (here.querySelector(".state")).textContent = `✗ ${_("not saved")}`;
}

/**
 * The box of another table: that many lines further, or of the next open one.
 * @param {HTMLInputElement} box
 * @param {number} by 0 for the next open table
 */
function goFrom(box, by) {
  const lines = [...document.querySelectorAll(".match[data-table]")];
  const here = lines.findIndex((line) => line.contains(box));
  const column = by ? boxes(/** @type {Element} */ (lines[here])).indexOf(box) : 0;
  const open = lines.slice(here + 1).find((line) => boxes(line).every((one) => !one.value));
  const next = by ? lines[here + by] : open;
  (next ? boxes(next)[column] : by ? null : byId("search"))?.focus();
}

/** @param {KeyboardEvent} event @param {HTMLInputElement} box */
function pressed(event, box) {
  const line = /** @type {HTMLElement} */ (box.closest(".match"));
  const [one, two] = boxes(line);
  const { table, was } = line.dataset;
  if (event.key === "ArrowDown") goFrom(box, 1);
  else if (event.key === "ArrowUp") goFrom(box, -1);
  else if (event.key === "ArrowRight" && box === one) two?.focus();
  else if (event.key === "ArrowLeft" && box === two) one?.focus();
  else if (event.key === "Backspace" && box === two && !box.value) one?.focus();
  else if (event.key === "d") { goFrom(box, 0); act(`${table} draw`, was); }
  else if (event.key === "Enter" && box === one && one?.value && !two?.value) two?.focus();
  else if (event.key === "Enter") { goFrom(box, 0); save(line); }
  else if (event.key === "Escape") {
    for (const each of [one, two]) if (each) each.value = each.defaultValue;
    line.classList.remove("typing", "wrong");
    refresh();
  } else return;
  event.preventDefault();
}

const main = byId("main");
main.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.matches("input.games") && !event.ctrlKey && !event.metaKey) pressed(event, field);
});
main.addEventListener("input", (/** @type {Event} */ event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  const line = box.closest(".match");
  if (!line) return;
  box.value = box.value.replace(/\D/g, "");
  line.classList.add("typing");
  /** @type {Element} */ (line.querySelector(".state")).textContent = _("typing");
  if (box.value && box.matches(".a")) boxes(line)[1]?.focus();
});
main.addEventListener("paste", (/** @type {ClipboardEvent} */ event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const names = event.clipboardData?.getData("text").trim().split(/\s*[\n\t]\s*/) ?? [];
  if (shown().step !== "players" || field.id !== "search" || names.length < 2) return;
  event.preventDefault();
  field.value = `${field.value.trim() || "add"} ${names.join(", ")}`;
});
main.addEventListener("focusin", (/** @type {Event} */ event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.matches("input.games")) box.select();
});
main.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
  const line = /** @type {Element} */ (event.target).closest(".match");
  if (line && !line.contains(/** @type {Node | null} */ (event.relatedTarget))) save(/** @type {HTMLElement} */ (line));
});
main.addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  if (button.dataset.line) {
    const line = /** @type {HTMLElement | null} */ (button.closest(".match"));
    act(button.dataset.line, line?.dataset.was ?? button.dataset.was, false);
  } else if (button.matches("#make-links")) once("links", () => links(false));
  else if (button.matches("#end-links")) once("links", () => links(true));
});

// Players and their lists.

/**
 * A file in base64, as JSON takes it.
 * @param {File} file
 */
async function encoded(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { name: file.name, data: btoa(text), seat: "" };
}

/**
 * @param {string} player
 * @param {string} club
 * @param {HTMLInputElement} files
 * @param {string} [reason] asked for where registration is closed
 * @returns {Promise<void>}
 */
async function register(player, club, files, reason = "") {
  try {
    const lists = await Promise.all([...files.files ?? []].map(encoded));
    const done = await ask("POST", `${address}/players`, { player, club, lists, reason });
    await refresh();
    const told = files.dataset.player ? _("added to {name}: {files}", { name: player, files: lists.map((one) => one.name).join(", ") })
      : _("{name} is registered", { name: player });
    say([told, ...done.notes].join("; "), false, done.batch, undoing);
    byId("player")?.focus();
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const why = message.includes("because it") && !reason && prompt(message)?.replace(/^because /, "").trim();
    if (why) return register(player, club, files, why);
    if (files.dataset.player) files.value = ""; // so that the same file can be chosen again
    say(message, true);
  }
}

/** @param {boolean} end */
async function links(end) {
  const done = await ask("POST", `${address}/links`, { players: [], end });
  if (end) await refresh();
  else {
    byId("links").replaceChildren(...done.links.map((/** @type {any} */ one) => {
      const href = new URL(one.link, location.href).href;
      return make("li", {}, `${one.player}: `, make("a", { href }, href));
    }));
  }
  const made = done.links.length ? _("links made: {number}", { number: done.links.length }) : _("every player has submitted all lists");
  say(end ? _("links ended: {number}", { number: done.ended }) : made);
}

main.addEventListener("change", (/** @type {Event} */ event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const { player } = field.dataset;
  if (field.id === "files") byId("files-said").textContent = [...field.files ?? []].map((file) => file.name).join(", ");
  else if (player && field.type === "file") register(player, "", field);
  else if (player) act(`rename ${player} = ${field.value}`, undefined, false);
});
main.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id === "register") once("register", () => register(byId("player").value, byId("club").value, byId("files")));
  else if (form.id === "clock") act(`clock ${byId("minutes").value}`);
  else if (form.id === "note") act(`${byId("note-kind").value} ${byId("note-player").value}: ${byId("note-text").value}`, undefined, false);
  else {
    const typed = byId("search").value;
    if (await act(typed) && byId("search").value === typed) byId("search").value = "";
  }
});
const look = () => { if (!isBusy()) refresh(); };
setInterval(look, POLL);
window.addEventListener("focus", look);
runClocks();
sayLast(null, undoing);
