// The keys of the deck editor.
import { byId, isTyped } from "../common.js";
import { save } from "./files.js";
import { move, press } from "./list.js";
import { redo, text, undo } from "./state.js";
import { open } from "./tabs.js";

/** @type {Record<string, () => void>} */
const KEYS = {
  j: () => move(1),
  k: () => move(-1),
  "-": () => press(0),
  "+": () => press(1),
  "=": () => press(1),
  m: () => press(2),
  u: undo,
  r: redo,
  s: save,
  o: () => open("odds"),
  b: () => open("tune"),
  d: () => open("hand"),
  p: () => open("setup"),
  f: () => open("goldfish"),
  v: () => open("versions"),
  n: () => open("notes"),
  t: () => {
    byId("text-box").open = true;
    text.focus();
  },
};

let before = "";

document.addEventListener("keydown", (event) => {
  const goes = before === "g"; // `g d` leads to the decks and deals no hand
  before = event.key;
  const work = goes || isTyped(event) ? undefined : KEYS[event.key];
  if (!work) return;
  event.preventDefault();
  work();
});
