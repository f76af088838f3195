// The versions of the saved deck: compared with each other and with the text in the editor, and
// brought back into it.
import { _, ask, byId, counted, LANGUAGE, make, say, told } from "../common.js";
import { body, editor, text, whenShown, write } from "./state.js";
import { isOpen, whenOpened } from "./tabs.js";

/** @typedef {{batch: number, time: string, command: string, cards: number, reserved: number, format: string | null}} Version */
/** The place of the text in the editor among the versions. */
const EDITOR = "text";
let asked = 0, shown = 0;

/** @typedef {{zone: string, name: string, a: number, b: number, change: number}} Difference */

/**
 * The address of the saved deck, with what follows.
 * @param {string} rest
 * @param {Record<string, string>} [query]
 */
function address(rest, query = {}) {
  const asked = new URLSearchParams({ game: editor.deck.game, ...query });
  return `/api/decks/${encodeURIComponent(editor.savedName)}${rest}?${asked}`;
}

/** Shows the versions as they are now, if they are seen. */
export async function showVersions() {
  if (!isOpen("versions")) return;
  const number = ++shown;
  const place = byId("versions");
  if (!editor.savedName || !editor.base) {
    place.replaceChildren(make("p", {}, _("This deck is not saved yet: save it under a name, and each save is a version here.")));
    return;
  }
  try {
    const { versions } = await ask("GET", address("/versions"));
    if (number !== shown) return;
    place.replaceChildren(timeline(versions), make("div", { id: "difference", "aria-live": "polite" }));
    await compare();
  } catch (error) {
    place.replaceChildren(make("p", { class: "problem" }, /** @type {Error} */ (error).message));
  }
}

/**
 * The versions as points on a line of time, the newest on top, with the text in the editor above them.
 * @param {Version[]} versions
 */
function timeline(versions) {
  const unsaved = text.value !== editor.savedText;
  const before = unsaved ? 0 : Math.min(1, versions.length - 1);
  const points = versions.map((one, number) => {
    const change = one.cards - (versions[number + 1]?.cards ?? 0);
    const facts = [called(String(one.batch)), counted("{number} card", "{number} cards", one.cards) + (change && `, ${change > 0 ? "+" : "−"}${Math.abs(change)}`), one.format, one.command];
    return point(String(one.batch), number === before, !unsaved && number === 0,
      make("strong", {}, when(one.time)), make("span", { class: "small" }, facts.filter(Boolean).join(" · ")), restore(one));
  });
  return make("ol", { class: "timeline" },
    make("li", { class: "small", "aria-hidden": "true" }, make("span", {}, _("from")), make("span", {}, _("to"))),
    point(EDITOR, false, unsaved, make("strong", {}, _("the text in the editor"))), ...points);
}

/**
 * @param {string} version its batch, or `EDITOR`
 * @param {boolean} from whether it is compared from here
 * @param {boolean} to
 * @param {Element[]} words
 */
function point(version, from, to, ...words) {
  return make("li", {}, radio("a", version, from), radio("b", version, to), make("div", {}, ...words));
}

/** @param {string} time in UTC */
function when(time) {
  return new Date(time).toLocaleString(LANGUAGE === "en" ? undefined : LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * @param {"a" | "b"} side
 * @param {string} version its batch, or `EDITOR`
 * @param {boolean} checked
 */
function radio(side, version, checked) {
  const words = side === "a" ? _("compare from {version}", { version: called(version) }) : _("compare to {version}", { version: called(version) });
  const found = make("input", { type: "radio", name: `version-${side}`, value: version, "aria-label": words });
  /** @type {HTMLInputElement} */ (found).checked = checked;
  found.addEventListener("change", compare);
  return found;
}

/** @param {string} version */
function called(version) {
  return version === EDITOR ? _("the text in the editor") : _("version {version}", { version });
}

/** @param {Version} version */
function restore(version) {
  const button = make("button", { type: "button", "aria-label": _("bring back version {batch}", { batch: version.batch }) }, _("Bring back"));
  button.addEventListener("click", () => told(async () => {
    const found = await ask("GET", address(`/versions/${version.batch}`));
    await write(found.text);
    say(_("version {batch} is in the editor; save it to keep it, or undo", { batch: version.batch }));
  }));
  return button;
}

/**
 * The version that is chosen on a side.
 * @param {"a" | "b"} side
 */
function chosen(side) {
  const found = /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name=version-${side}]:checked`));
  return found?.value ?? EDITOR;
}

async function compare() {
  const number = ++asked;
  const [a, b] = [chosen("a"), chosen("b")];
  const place = byId("difference");
  const points = [...document.querySelectorAll(".timeline > li")];
  const [first, last] = [a, b].map((one) => points.findIndex((point) => point.querySelector(`[value="${one}"]`))).sort((one, other) => one - other);
  points.forEach((point, number) => point.classList.toggle("between", first <= number && number <= last));
  try {
    const batches = { ...(a === EDITOR ? {} : { a: Number(a) }), ...(b === EDITOR ? {} : { b: Number(b) }) };
    const { cards } = await ask("POST", address("/difference"), { ...body(), ...batches });
    if (number === asked) place.replaceChildren(...differences(a, b, cards));
  } catch (error) {
    if (number === asked) place.replaceChildren(make("p", { class: "problem" }, /** @type {Error} */ (error).message));
  }
}

/**
 * @param {string} a
 * @param {string} b
 * @param {Difference[]} cards
 */
function differences(a, b, cards) {
  const head = make("h2", {}, _("From {one} to {other}", { one: called(a), other: called(b) }));
  const items = cards.map((one) => make("li", { class: one.change > 0 ? "in" : "out" },
    `${one.change > 0 ? "+" : "−"}${Math.abs(one.change)} ${one.name}`,
    make("span", { class: "small" }, ` ${one.a} → ${one.b}${one.zone === editor.deck.zones[0] ? "" : ` · ${one.zone}`}`)));
  const same = make("p", {}, _("Both hold the same cards; notes, printings or reserved copies may differ."));
  const unread = editor.deck.unread.length;
  const lines = counted("{number} line of the text cannot be read, and is not compared.", "{number} lines of the text cannot be read, and are not compared.", unread);
  const open = unread && [a, b].includes(EDITOR) ? [make("p", { class: "small" }, lines)] : [];
  return [head, items.length ? make("ul", { class: "difference" }, ...items) : same, ...open];
}

whenOpened("versions", showVersions);
whenShown(() => {
  if (isOpen("versions") && editor.base && byId("difference") && [chosen("a"), chosen("b")].includes(EDITOR)) compare();
});
