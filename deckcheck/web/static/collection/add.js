// One line that adds copies: what it was understood as stands below it before Enter.
import { ask, AwayError, byId, isTyped, later, make, say } from "../common.js";
import { send } from "../waiting.js";

/** @typedef {{ words: string, problem: string | null, note: string | null, candidates: string[] }} Line */

/**
 * Makes the line that adds copies.
 * @param {string} game
 * @param {(done: { batch: number, state: number }) => Promise<void>} added
 */
export function startAdding(game, added) {
  const form = byId("add");
  if (!form) return;
  const line = /** @type {HTMLInputElement} */ (byId("line"));
  const inGame = game ? `?game=${encodeURIComponent(game)}` : "";
  /** Which card is meant, where the line leaves several. */
  let card = "";

  /** @returns {Promise<Line | null>} what the line says; null where something else was typed meanwhile */
  const read = async () => {
    const asked = line.value;
    const query = new URLSearchParams({ q: asked, card, ...(game ? { game } : {}) });
    const found = /** @type {Line} */ (await ask("GET", `/api/collection/line?${query}`));
    if (asked !== line.value) return null;
    show(found);
    return found;
  };
  /** @param {Line} found */
  const show = (found) => {
    const which = found.candidates.length ? "which card is meant?" : "";
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
  /** @param {() => Promise<unknown>} work */
  const told = (work) => work().catch((/** @type {Error} */ error) => say(error.message, true));
  const soon = later(() => told(read), 80);
  line.addEventListener("input", () => {
    card = "";
    soon();
  });
  line.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") byId("meant").querySelector("button")?.focus();
    if (event.key === "Escape") open(false);
  });
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    told(async () => {
      const asked = { q: line.value, card };
      const found = await read().catch((error) => {
        if (error instanceof AwayError) return { words: asked.q, problem: null, candidates: [] };
        throw error;
      });
      if (found?.candidates.length) byId("meant").querySelector("button")?.focus();
      if (!found?.words) return;
      const done = await send(`/api/collection/line${inGame}`, asked, `add ${asked.q}`);
      line.value = "";
      card = "";
      show({ words: "", problem: null, note: null, candidates: [] });
      if (!done) return;
      say(`${found.words} added (batch ${done.batch})`, false, done.batch);
      await added(done);
    });
  });

  const button = byId("show-add");
  /** @param {boolean} shown */
  const open = (shown) => {
    form.hidden = !shown;
    button.setAttribute("aria-expanded", String(shown));
    if (shown) line.focus();
    else button.focus();
  };
  button.addEventListener("click", () => open(form.hidden));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "n" || isTyped(event)) return;
    event.preventDefault();
    open(true);
  });
}
