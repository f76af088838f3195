// A sheet brought in by three steps: the file and its columns, the questions, and what is applied.
import { _, ask, byId, counted, later, make, say, told, whenDropped } from "./common.js";
import { keep, read64 } from "./files.js";
import { showColumns } from "./import/columns.js";
import { showPreview } from "./import/preview.js";
import { forgetQuestions, showQuestions } from "./import/questions.js";

/** @typedef {import("./import/types.js").Import} Import */
/** @typedef {import("./import/types.js").Look} Look */
/** @typedef {import("./import/types.js").Answers} Answers */

const work = byId("work");
const game = work?.dataset.game ?? "";
const inGame = `?game=${encodeURIComponent(game)}`;
let file = { name: "", data: "" };
/** @type {Look | null} */
let look = null;
/** @type {Record<string, string>} */
let columns = {};
/** @type {Record<string, string>} */
let kinds = {};
/** @type {Answers} */
let answers = { counts: {}, sets: {}, cards: {} };
let again = false;
let state = 0;
let asked = 0;

const STEPS = ["step-file", "step-questions", "step-apply"];

/**
 * Opens a step; the others fold away.
 * @param {string} step
 */
function go(step) {
  for (const one of STEPS) {
    byId(one).hidden = one !== step;
    const link = work.querySelector(`[href="#${one}"]`);
    if (one === step) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
}

/**
 * Says of the steps how they stand; those that cannot be reached yet do not open.
 * @param {Import | null} found
 */
function tellSteps(found) {
  const asked = found ? Object.values(found.questions ?? {}).flat().length : 0;
  const said = Object.values(answers).reduce((many, one) => many + Object.keys(one).length, 0);
  byId("open-questions").textContent = !found ? "" : asked ? _("{open} of {number} open", { open: Math.max(0, asked - said), number: asked }) : _("none");
  byId("to-change").textContent = found ? counted("{number} change", "{number} changes", found.different) : "";
  for (const one of STEPS.slice(1)) {
    const is = found && (one === "step-apply" || asked);
    work.querySelector(`[href="#${one}"]`).setAttribute("aria-disabled", String(!is));
  }
}

/** What is sent: the file, how to read it, and what was answered. */
function body() {
  const which = byId("which").value;
  return {
    ...file, columns, ...answers, again, mode: byId("mode").value || null,
    sheet: which.startsWith("=") ? which.slice(1) : null, all_sheets: which === "*",
    lacking: byId("lacking").value, kinds,
  };
}

/** @param {File} chosen */
async function open(chosen) {
  const mine = (asked += 1);
  try {
    say(_("reading …"));
    const data = await read64(chosen);
    if (mine !== asked) return; // another file was chosen meanwhile
    file = { name: chosen.name, data };
    columns = {};
    kinds = {};
    answers = { counts: {}, sets: {}, cards: {} };
    again = false;
    forgetQuestions();
    byId("preview").replaceChildren();
    byId("columns").replaceChildren();
    tellSteps(null);
    byId("mode").value = "";
    byId("lacking").value = "refuse";
    const found = /** @type {Look} */ (await ask("POST", `/api/collection/import/look${inGame}`, file));
    if (mine !== asked) return;
    look = found;
    state = look.state;
    byId("file-name").textContent = file.name;
    const named = look.sheets.filter((one) => one.name);
    byId("which").replaceChildren(new Option(_("the one that fits best"), ""),
      ...named.map((one) => new Option(one.visible ? one.name : _("{name} (hidden)", { name: one.name }), `=${one.name}`)),
      ...(named.length > 1 ? [new Option(_("all sheets as one"), "*")] : []));
    byId("sheet-choice").hidden = named.length < 2;
    byId("how").hidden = false;
    byId("columns-box").hidden = false;
    const shown = await preview();
    if (shown) go(shown.questions && Object.values(shown.questions).flat().length ? "step-questions" : "step-apply");
  } catch (error) {
    if (mine !== asked) return;
    go("step-file");
    say(/** @type {Error} */ (error).message, true);
  }
}

/** Shows what the import would do; returns it, or null where that is not known. @returns {Promise<Import | null>} */
async function preview() {
  const mine = (asked += 1);
  byId("apply").disabled = true;
  try {
    const found = /** @type {Import} */ (await ask("POST", `/api/collection/import${inGame}`, body()));
    if (mine !== asked) return null;
    state = found.state;
    say("");
    if (found.already_imported) showAlready(found);
    else show(found);
    return found;
  } catch (error) {
    if (mine !== asked) return null;
    say(/** @type {Error} */ (error).message, true);
    byId("sum").textContent = "";
    byId("preview").replaceChildren();
    if (look) showColumns(look, null, byId("which").value.slice(1), columns, soon);
    tellSteps(null);
    go("step-file");
    return null;
  }
}
const soon = later(preview, 200);

/** @param {Import} found */
function show(found) {
  if (look) showColumns(look, found, found.sheet ?? "", columns, soon);
  showQuestions(found.questions, answers, game, soon);
  showPreview(found, kinds, soon);
  tellSteps(found);
  byId("sum").textContent = found.words.join("; ");
  byId("lacking-choice").hidden = found.mode !== "set";
  const open = found.emptied.length > 0 && byId("lacking").value === "refuse";
  const changes = found.different > 0;
  byId("apply").disabled = open || !changes;
  byId("apply-note").replaceChildren(...note(found, open, changes));
}

/**
 * @param {Import} found
 * @param {boolean} open
 * @param {boolean} changes
 */
function note(found, open, changes) {
  if (open) {
    const names = found.emptied.slice(0, 5).join(", ") + (found.emptied.length > 5 ? ", …" : "");
    return [counted("The sheet lacks {number} holding: {names}. Say whether what it lacks is removed or kept.",
      "The sheet lacks {number} holdings: {names}. Say whether what it lacks is removed or kept.", found.emptied.length, { names })];
  }
  return [changes ? _("One batch, which History takes back.") : _("Nothing would change.")];
}

/** @param {Import} found */
function showAlready(found) {
  forgetQuestions();
  byId("apply-note").replaceChildren();
  byId("preview").replaceChildren();
  const button = make("button", { type: "button" }, _("Import it once more"));
  button.addEventListener("click", () => {
    again = true;
    preview();
  });
  byId("sum").replaceChildren(_("{file} was imported before, as batch {batch}; nothing would change.", found), " ", button);
}

async function apply() {
  byId("apply").disabled = true;
  try {
    const done = /** @type {Import} */ (await ask("POST", `/api/collection/import/apply${inGame}`, { ...body(), base: state }));
    state = done.state;
    finished(done);
  } catch (error) {
    await preview();
    say(/** @type {Error} */ (error).message, true);
  }
}

/** @param {Import} done */
function finished(done) {
  forgetQuestions();
  showPreview({ ...done, differences: [], different: 0, sheets: [] }, kinds, soon);
  byId("sum").textContent = done.words.join("; ");
  const left = done.worksheet;
  const undo = make("button", { type: "button", id: "undo" }, _("Undo batch {batch}", done));
  undo.addEventListener("click", () => takeBack(Number(done.batch)));
  const parts = done.batch ? [undo, " ", make("a", { href: `/collection${inGame}` }, _("See the collection"))] : [];
  if (left) {
    const button = make("button", { type: "button" }, _("Keep {name}", left));
    button.addEventListener("click", () => keep(left.name, left.data));
    parts.push(" ", button, " ", _("It has the unsure rows, to be filled in and imported."));
  }
  byId("apply-note").replaceChildren(...parts);
  say(done.batch ? _("{file} is imported as batch {batch}", done) : _("nothing was to change"));
}

/** @param {number} batch */
function takeBack(batch) {
  return told(async () => {
    const done = await ask("POST", `/api/collection/undo${inGame}`, { batch, base: state });
    state = done.state;
    await preview();
    say(counted("batch {batch} is undone: {number} row went back", "batch {batch} is undone: {number} rows went back", done.reversed, { batch }));
  });
}

if (work) {
  byId("sheet").addEventListener("change", () => {
    const [chosen] = byId("sheet").files;
    byId("sheet").blur();
    if (chosen) open(chosen);
  });
  for (const name of ["which", "mode", "lacking"]) {
    byId(name).addEventListener("change", () => {
      if (name === "which") {
        columns = {};
        kinds = {};
        answers = { counts: {}, sets: {}, cards: {} };
      }
      preview();
    });
  }
  byId("how").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  byId("apply").addEventListener("click", apply);
  byId("go-on").addEventListener("click", () => {
    go("step-apply");
    byId("apply").focus();
  });
  work.querySelector("nav").addEventListener("click", (/** @type {Event} */ event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    event.preventDefault();
    if (link && link.getAttribute("aria-disabled") !== "true") go(link.hash.slice(1));
  });
  whenDropped(([file]) => open(file));
}
