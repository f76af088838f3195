// The versions of the saved deck: compared with each other, and brought back into the editor.
import { ask, byId, make, say } from "../common.js";
import { editor, write } from "./state.js";
import { isOpen, whenOpened } from "./tabs.js";

/** @typedef {{batch: number, time: string, command: string, cards: number, reserved: number, format: string | null}} Version */
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
  const place = byId("versions");
  if (!editor.savedName || !editor.base) {
    place.replaceChildren(make("p", {}, "This deck is not saved yet: save it under a name, and each save is a version here."));
    return;
  }
  try {
    const { versions } = await ask("GET", address("/versions"));
    place.replaceChildren(table(versions), make("div", { id: "difference", "aria-live": "polite" }));
    await compare();
  } catch (error) {
    place.replaceChildren(make("p", { class: "problem" }, /** @type {Error} */ (error).message));
  }
}

/** @param {Version[]} versions */
function table(versions) {
  const heads = ["from", "to", "version", "saved", "cards", "format", "by", "bring back"];
  const rows = versions.map((one, number) => make("tr", {},
    make("td", {}, radio("a", one, number === Math.min(1, versions.length - 1))),
    make("td", {}, radio("b", one, number === 0)),
    make("td", { class: "number" }, String(one.batch)), make("td", {}, when(one.time)),
    make("td", { class: "number" }, String(one.cards)), make("td", {}, one.format ?? ""),
    make("td", {}, one.command), make("td", {}, restore(one))));
  return make("div", { class: "wide" }, make("table", {},
    make("thead", {}, make("tr", {}, ...heads.map((one) => make("th", {}, one)))), make("tbody", {}, ...rows)));
}

/** @param {string} time in UTC */
function when(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * @param {"a" | "b"} side
 * @param {Version} version
 * @param {boolean} checked
 */
function radio(side, version, checked) {
  const words = `compare ${side === "a" ? "from" : "to"} version ${version.batch}`;
  const found = make("input", { type: "radio", name: `version-${side}`, value: String(version.batch), "aria-label": words });
  /** @type {HTMLInputElement} */ (found).checked = checked;
  found.addEventListener("change", compare);
  return found;
}

/** @param {Version} version */
function restore(version) {
  const button = make("button", { type: "button", "aria-label": `bring back version ${version.batch}` }, "Bring back");
  button.addEventListener("click", async () => {
    try {
      const found = await ask("GET", address(`/versions/${version.batch}`));
      await write(found.text);
      say(`version ${version.batch} is in the editor; save it to keep it, or undo`);
    } catch (error) {
      say(/** @type {Error} */ (error).message, true);
    }
  });
  return button;
}

async function compare() {
  const [a, b] = ["a", "b"].map((side) => /** @type {HTMLInputElement | null} */ (
    document.querySelector(`input[name=version-${side}]:checked`))?.value ?? "");
  const place = byId("difference");
  try {
    const { cards } = await ask("GET", address("/difference", { a, b }));
    const head = make("h2", {}, `From version ${a} to ${b}`);
    const items = cards.map((/** @type {Difference} */ one) => make("li", { class: one.change > 0 ? "in" : "out" },
      `${one.change > 0 ? "+" : "−"}${Math.abs(one.change)} ${one.name}`,
      make("span", { class: "small" }, ` ${one.a} → ${one.b}${one.zone === editor.deck.zones[0] ? "" : ` · ${one.zone}`}`)));
    const same = make("p", {}, "Both hold the same cards; notes, printings or reserved copies may differ.");
    place.replaceChildren(head, items.length ? make("ul", { class: "difference" }, ...items) : same);
  } catch (error) {
    place.replaceChildren(make("p", { class: "problem" }, /** @type {Error} */ (error).message));
  }
}

whenOpened("versions", showVersions);
