// The list: which of its lines is chosen, and what its buttons do.
import { byId } from "../common.js";
import { change, changeMaybe, text, whenShown, write } from "./state.js";

let chosen = 0;

/**
 * Does what a button of a line does: a copy fewer, more, or to and from the maybe-board.
 * @param {HTMLElement} line
 * @param {string} step
 */
function take(line, step) {
  const { name = "", card, zone = null } = line.dataset;
  const copies = step === "fewer" ? -1 : 1;
  if (line.closest(".maybe")) return step === "other" ? changeMaybe(name, -1, 1) : changeMaybe(name, copies);
  return step === "other" ? changeMaybe(card || name, 1, -1, zone) : change(card || name, copies, zone);
}

/**
 * Puts a full name where an unknown or ambiguous one stands.
 * @param {number} line
 * @param {string} name
 * @param {string} card
 */
function replace(line, name, card) {
  const lines = text.value.split("\n");
  if (!lines[line - 1]?.includes(name)) return;
  lines[line - 1] = lines[line - 1].replace(name, () => card);
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
  for (const [place, line] of lines.entries()) line.tabIndex = place === chosen ? 0 : -1;
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
byId("list").addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  const line = /** @type {HTMLElement | null} */ (button?.closest(".line") ?? null);
  if (line && button?.dataset.step) take(line, button.dataset.step);
  else if (button?.dataset.pick) replace(Number(button.dataset.line), button.dataset.name ?? "", button.dataset.pick);
});
whenShown(() => choose(chosen, false));
