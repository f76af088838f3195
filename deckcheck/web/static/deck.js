// The deck editor: what each part of it does stands in a module of its own.
import { byId, later, takeRead } from "./common.js";
import "./deck/chances.js";
import "./deck/figures.js";
import { take } from "./deck/files.js";
import "./deck/keys.js";
import "./deck/notes.js";
import "./deck/search.js";
import "./deck/setup.js";
import { check, editor, redo, remember, show, text, undo } from "./deck/state.js";
import "./deck/verdict.js";

const typed = later(check, 120);
text.addEventListener("input", () => {
  remember();
  typed();
});
byId("format").addEventListener("change", check);
byId("on").addEventListener("change", check);
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);

show(editor.deck);
const waiting = takeRead();
if (waiting) take(waiting);
