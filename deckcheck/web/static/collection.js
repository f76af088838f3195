// The collection: rows as they come into sight, edited in place; copies added; many changed alike.
import { _, ask, byId, counted, gameQuery, later, once, reload, say, sayLast } from "./common.js";
import { send } from "./waiting.js";
import { reloadForNext, startAdding } from "./collection/add.js";
import { isChosen, startBulk } from "./collection/bulk.js";
import { hasMoved, keyNow } from "./collection/keys.js";
import { startExport } from "./collection/export.js";
import { fillLine, makeLine, offerPrintings, said } from "./collection/row.js";
import { RowWindow } from "./collection/window.js";

/** @typedef {import("./collection/types.js").Row} Row */
/** @typedef {import("./collection/types.js").Found} Found */
/** @typedef {import("./collection/types.js").Key} Key */

const table = /** @type {HTMLTableElement | null} */ (byId("holdings"));
const fixed = "readOnly" in document.body.dataset;
const chosenGame = new URLSearchParams(location.search).get("game") ?? "";
const game = table?.dataset.game ?? chosenGame;
const inGame = gameQuery(game);
let state = Number(table?.dataset.state ?? -1);

const shown = table ? startTable(table) : null;

/** Counts anew what stands above the table, some time after the last change. */
const countAnew = later(async () => {
  const answer = await fetch(`/collection/figures${inGame}`).catch(() => null);
  if (answer?.ok && byId("figures")) byId("figures").innerHTML = await answer.text();
}, 500);

/** @param {HTMLTableElement} table */
function startTable(table) {
  const { size, query = "", sort = "" } = table.dataset;
  const dice = "dice" in table.dataset;
  const total = Number(table.dataset.total);
  const frame = byId("window");
  const body = table.tBodies[0];
  /** @type {Promise<unknown>} */
  let turn = Promise.resolve();
  let told = false;

  /** @param {number} page */
  const load = async (page) => {
    const asked = new URLSearchParams({ q: query, sort, page: String(page), game });
    const found = /** @type {Found} */ (await ask("GET", `/api/collection?${asked}`));
    if (found.state !== state) {
      state = found.state;
      if (!told) say(_("the collection was changed elsewhere; this is how it is now"));
      setTimeout(() => rows.refresh());
    }
    if (found.total !== rows.total) {
      rows.total = found.total;
      table.setAttribute("aria-rowcount", String(found.total + 1));
    }
    byId("sums").textContent = sums(found);
    return found.holdings.map((holding, place) => ({ holding, key: found.keys[place], decks: found.decks[place] }));
  };
  /** @type {(line: HTMLTableRowElement, row: Row | null, place: number) => void} */
  const fill = (line, row, place) => {
    line.setAttribute("aria-rowindex", String(place + 2));
    line.dataset.place = String(place);
    fillLine(line, row, { dice, fixed, game, isChosen });
  };
  const rows = new RowWindow(frame, body, total, {
    size: Number(size), load, fill,
    make: () => makeLine(dice, fixed),
    failed: (error) => say(error.message, true),
  });
  for (const links of document.querySelectorAll(".pages")) links.remove();
  rows.start((Number(table.dataset.page) - 1) * Number(size));

  /**
   * Shows the rows of a state that came from a change here: what became of it is said already.
   * @param {number} now
   */
  const changedTo = async (now) => {
    state = now;
    told = true;
    await rows.refresh();
    told = false;
    countAnew();
  };

  /**
   * Edits holdings, one after another; returns their keys after it, or null.
   * @param {Record<string, unknown>} what
   * @param {string} words
   * @returns {Promise<Key[] | null>}
   */
  const edit = (what, words) => {
    const done = turn.then(async () => {
      try {
        const answer = await send(`/api/collection/edit${inGame}`, { ...what, base: state }, words);
        if (!answer) return null;
        state = answer.state;
        say(answer.batch ? _("{what} (batch {batch})", { what: words, batch: answer.batch }) : _("nothing changed"), false, answer.batch);
        return /** @type {Key[]} */ (answer.keys);
      } catch (error) {
        say(/** @type {Error} */ (error).message, true);
        return null;
      } finally {
        await changedTo(state);
      }
    });
    turn = done;
    return done;
  };
  if (fixed) return { changedTo };
  const bulk = startBulk(total, async ({ keys, all, set }) => {
    const many = all ? rows.total : keys?.length ?? 0;
    const what = all ? { query, set } : { keys, set };
    return (await edit(what, counted("{number} holding changed", "{number} holdings changed", many))) !== null;
  }, () => rows.fillAll());

  /** @param {EventTarget | null} target */
  const rowOf = (target) => {
    const line = /** @type {HTMLElement} */ (target).closest("tr");
    return line?.dataset.place ? rows.row(Number(line.dataset.place)) : null;
  };
  body.addEventListener("change", async (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const row = rowOf(field);
    if (field.matches(".picked")) {
      if (row) bulk.choose(row, field.checked);
      return;
    }
    if (!field.dataset.of) return;
    const set = said(field);
    const [name, value] = Object.entries(set)[0];
    const select = field instanceof HTMLSelectElement ? /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field)) : null;
    const copies = Number(value);
    const words = name === "quantity" ? counted("{number} copy", "{number:,} copies", copies) : select?.selectedOptions[0]?.text ?? String(value);
    /** @type {Key} */
    const about = JSON.parse(field.dataset.of ?? "");
    let before = about;
    field.dataset.stored = field.value;
    const keys = await edit({
      get keys() {
        before = keyNow(about);
        return [before];
      }, set,
    }, `${field.dataset.called}: ${words || _("cleared")}`);
    if (keys?.length) hasMoved(before, keys[0]);
  });
  body.addEventListener("keydown", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const line = field.closest("tr");
    if (!line || !field.matches("[data-field], .picked")) return;
    if (event.key === "Escape") {
      field.value = field.dataset.stored ?? field.value;
    } else if (event.key === "x" && field.matches(".picked")) {
      field.click();
    } else if (event.key === "Enter") {
      const other = /** @type {HTMLElement | null} */ (event.shiftKey ? line.previousElementSibling : line.nextElementSibling);
      const same = field.dataset.field ? `[data-field="${field.dataset.field}"]` : ".picked";
      setTimeout(() => /** @type {HTMLElement | null} */ (other?.querySelector(same))?.focus());
    }
  });
  for (const way of ["focusin", "pointerover"]) {
    body.addEventListener(way, (event) => {
      const select = /** @type {HTMLElement} */ (event.target).closest('select[data-field="printing"]');
      if (select) offerPrintings(/** @type {HTMLSelectElement} */ (select), game);
    });
  }
  return { changedTo };
}

/** @param {Found} found */
function sums(found) {
  const copies = counted("{number} copy", "{number:,} copies", found.copies);
  const holdings = counted("{number} holding", "{number:,} holdings", found.total);
  if (!found.dice) return _("{copies} in {holdings}", { copies, holdings });
  return _("{copies} and {dice} in {holdings}", { copies, holdings, dice: counted("{number} die", "{number:,} dice", found.dice) });
}

const more = /** @type {HTMLInputElement | null} */ (byId("more-columns"));
if (more && table) {
  more.checked = localStorage.getItem("deckcheck-columns") === "all";
  table.classList.toggle("all", more.checked);
  more.addEventListener("change", () => {
    table.classList.toggle("all", more.checked);
    localStorage.setItem("deckcheck-columns", more.checked ? "all" : "usual");
  });
}
startAdding(game, "add", async (text, done) => {
  if (!shown) {
    return reloadForNext(text, done);
  }
  say(text, false, done.batch);
  await shown.changedTo(done.state);
});
byId("examples")?.addEventListener("click", () => once("examples", async () => {
  const done = await ask("POST", `/api/collection/examples${inGame}`, {});
  await reload(counted("{number} card added", "{number} cards added", done.changes.added), done.batch);
}));
startExport();
sayLast();
