// The face of the card that is chosen or pointed at, beside the list.
import { _, byId } from "../common.js";
import { readFace } from "../faces.js";
import { editor, whenShown } from "./state.js";

let shown = "";

/** @param {string} card */
export const faceOf = (card) => readFace(card, editor.deck.game);

/**
 * The full name of a card that a line of the deck has by a shorter one, or the page by another.
 * @param {string} name
 * @param {Record<string, string>} names of cards in the language of the page
 */
export function fullName(name, names) {
  const entry = editor.deck.entries.find((one) => one.name === name);
  return entry?.card ?? Object.keys(names).find((card) => names[card] === name) ?? name;
}

/**
 * Shows the face of a card; what was shown before stays until it is there.
 * @param {string} card
 * @param {string} [place] the id of the element that it is shown in
 */
export async function showFace(card, place = "card-face") {
  shown = card;
  const face = await faceOf(card);
  if (face && shown === card) byId(place).replaceChildren(face);
}

/** @param {Event} event */
function pointed(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const line = /** @type {HTMLElement | null} */ (target.closest(".line, li"));
  const card = line?.dataset.card;
  if (card && card !== shown) showFace(card);
}

for (const id of ["list", "found"]) {
  byId(id).addEventListener("focusin", pointed);
  byId(id).addEventListener("mouseover", pointed);
}
whenShown(({ entries }) => {
  const first = entries.find((one) => one.card !== null)?.card;
  if (first && !shown) showFace(first);
});

// On a phone a line opens a sheet from below: the face of its card, and how many copies.
const sheet = /** @type {HTMLDialogElement} */ (byId("card-sheet"));
const phone = matchMedia("(max-width: 40rem)");
let line = "";

/** The line that the sheet is about, as the list has it now. @returns {HTMLElement | null} */
function row() {
  return byId("list").querySelector(`.line[data-line="${line}"]`);
}

function showCount() {
  const now = row();
  byId("sheet-count").textContent = now?.querySelector(".number")?.textContent ?? "0";
  byId("sheet-other").textContent = now?.closest(".maybe") ? _("Into the deck") : _("To the maybe-board");
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (sheet.querySelectorAll("[data-step]"))) {
    button.disabled = !now?.querySelectorAll(".step")[Number(button.dataset.step)];
  }
}

byId("list").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const clicked = /** @type {HTMLElement | null} */ (target.closest(".line"));
  if (!phone.matches || !clicked || target.closest("button")) return;
  event.preventDefault();
  line = clicked.dataset.line ?? "";
  const { card } = clicked.dataset;
  byId("sheet-face").textContent = clicked.querySelector(".name")?.textContent ?? "";
  if (card) showFace(card, "sheet-face");
  showCount();
  sheet.showModal();
});
sheet.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const step = /** @type {HTMLElement | null} */ (target.closest("[data-step]"))?.dataset.step;
  if (step) /** @type {HTMLElement | undefined} */ (row()?.querySelectorAll(".step")[Number(step)])?.click();
  if (target === sheet || target.closest("#sheet-close")) sheet.close();
});
whenShown(() => queueMicrotask(() => sheet.open && showCount())); // after the list shows the change
