// The deck editor: what each part of it does stands in a module of its own.
import { _, byId, inTurn, say, takeRead } from "./common.js";
import "./deck/chances.js";
import "./deck/figures.js";
import { take } from "./deck/files.js";
import "./deck/keys.js";
import "./deck/notes.js";
import "./deck/search.js";
import "./deck/setup.js";
import { check, editor, redo, remember, show, text, undo } from "./deck/state.js";
import "./deck/tune.js";
import "./deck/verdict.js";

const typed = inTurn(check);
text.addEventListener("input", () => {
  remember();
  typed();
});
byId("format").addEventListener("change", check);
byId("on").addEventListener("change", check);
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);

/** Judges what a browser that comes back to the page has put into its fields again. */
function takeRestored() {
  if (text.value !== editor.deck.text) {
    remember();
    say(_("what was typed here is back; Undo goes to what is saved"));
    check();
  } else if (byId("format").value !== editor.deck.report.format || byId("on").value) check();
}

const restored = text.value;
const isRestored = restored !== text.defaultValue;
show(editor.deck);
if (isRestored) text.value = restored;
window.addEventListener("pageshow", takeRestored);
const waiting = takeRead();
if (waiting) take(waiting);
