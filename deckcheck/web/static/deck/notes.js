// The notes of the deck, which its text has as comments.
import { byId, later } from "../common.js";
import { whenShown, writeNotes } from "./state.js";

const notes = /** @type {HTMLTextAreaElement} */ (byId("notes"));

notes.addEventListener("input", later(() => writeNotes(notes.value), 400));
whenShown((deck) => {
  if (document.activeElement !== notes) notes.value = deck.notes;
});
