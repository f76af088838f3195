// One line that adds or wants copies: what it was understood as stands below it before Enter.
import { _, ask, AwayError, byId, gameQuery, isTyped, later, make, once, reload, told } from "../common.js";
import { send } from "../waiting.js";

const GOES_ON = "deckcheck-line";

/** @typedef {{ words: string, problem: string | null, note: string | null, candidates: string[] }} Line */

/**
 * Shows the page anew after a line; the next one is typed there.
 * @param {string} text
 * @param {{ batch: number }} done
 */
export function reloadForNext(text, done) {
  sessionStorage.setItem(GOES_ON, "yes");
  return reload(text, done.batch);
}

/**
 * Makes the line that adds copies, or wants them.
 * @param {string} game
 * @param {"add" | "want"} action
 * @param {(text: string, done: { batch: number, state: number }) => Promise<void>} added says so where it is shown
 */
export function startAdding(game, action, added) {
  const form = byId("add");
  if (!form) return;
  const line = /** @type {HTMLInputElement} */ (byId("line"));
  const inGame = gameQuery(game);
  /** Which card is meant, where the line leaves several. */
  let card = "";

  /** @returns {Promise<Line | null>} what the line says; null where something else was typed meanwhile */
  const read = async () => {
    const asked = line.value, which = card;
    const query = new URLSearchParams({ q: asked, card, ...(game ? { game } : {}) });
    const found = /** @type {Line} */ (await ask("GET", `/api/collection/line?${query}`));
    if (asked !== line.value || which !== card) return null;
    show(found);
    return found;
  };
  /** @param {Line} found */
  const show = (found) => {
    const which = found.candidates.length ? _("which card is meant?") : "";
    byId("understood").textContent = found.problem ?? [found.words || which, found.note].filter(Boolean).join("; ");
    byId("understood").classList.toggle("problem", found.problem !== null);
    byId("meant").replaceChildren(...found.candidates.map((name) => {
      const button = make("button", { type: "button", class: "chip" }, name);
      button.addEventListener("click", async () => {
        card = name;
        line.focus();
        await told(read);
      });
      return button;
    }));
  };
  const soon = later(() => told(read), 80);
  line.addEventListener("input", () => {
    card = "";
    soon();
  });
  line.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") byId("meant").querySelector("button")?.focus();
    if (event.key === "Escape") line.blur();
  });
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    once("line", async () => {
      const asked = { q: line.value, card };
      const found = await read().catch((error) => {
        if (error instanceof AwayError) return { words: asked.q, problem: null, candidates: [] };
        throw error;
      });
      if (found?.candidates.length) byId("meant").querySelector("button")?.focus();
      if (!found?.words) return;
      const done = await send(`/api/collection/line${inGame}`, { ...asked, action }, action === "add" ? _("add {what}", { what: asked.q }) : _("want {what}", { what: asked.q }));
      line.value = "";
      card = "";
      show({ words: "", problem: null, note: null, candidates: [] });
      if (!done) return;
      const values = { what: found.words, batch: done.batch };
      const told = action === "add" ? _("{what} added (batch {batch})", values) : _("{what} wanted (batch {batch})", values);
      await added(done.batch ? told : _("nothing changed"), done);
    });
  });

  if (sessionStorage.getItem(GOES_ON)) line.focus();
  sessionStorage.removeItem(GOES_ON);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "n" || isTyped(event)) return;
    event.preventDefault();
    line.focus();
  });
}
