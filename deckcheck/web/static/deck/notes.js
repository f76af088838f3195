// The notes of the deck, which its text has as comments.
import { byId, later } from "../common.js";
import { editor, whenShown, writeNotes } from "./state.js";

const notes = /** @type {HTMLTextAreaElement} */ (byId("notes"));

/** Takes over at once what is typed, which else waits for a pause. */
export async function settleNotes() {
  if (notes.value.trim() !== editor.deck.notes.trim()) await writeNotes(notes.value);
}

notes.addEventListener("input", later(settleNotes, 400));
whenShown((deck) => {
  if (document.activeElement !== notes) notes.value = deck.notes;
});
