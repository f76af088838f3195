// Decks in and out: saved, opened, dropped, exported, copied.
import { _, ask, byId, make, once, openRead, readFile, say, takeBack, told, whenDropped } from "../common.js";
import { settleNotes } from "./notes.js";
import { body, editor, name, settled, text, write } from "./state.js";
import { showVersions } from "./versions.js";

/** The status of an answer where what was to be changed is not as it was read. */
const CHANGED = 409;
/** @type {Record<string, string>} */
const SUFFIXES = { text: "txt", "lackey-dek": "dek", "octgn-o8d": "o8d", csv: "csv", json: "json", xlsx: "xlsx", proxies: "pdf", "missing-proxies": "pdf" };

/** The address of a save that was not answered: it may have been made. */
let unanswered = "";

/** The saves that were asked for, one after another: each is based on what the last one left. */
let turn = /** @type {Promise<unknown>} */ (Promise.resolve());

export function save() {
  return once(JSON.stringify(body()), () => turn = turn.then(saved));
}

function saved() {
  say(""); // the Undo of an earlier save would not undo this one
  return told(async () => {
    await settleNotes();
    await settled();
    if (!name.value.trim()) {
      name.focus();
      throw new Error(_("a deck is saved under a name; type one"));
    }
    const path = `/api/decks/${encodeURIComponent(name.value.trim())}`;
    const renamed = editor.savedName !== name.value.trim();
    const sent = text.value;
    const before = { savedName: editor.savedName, base: editor.base, savedText: editor.savedText };
    const address = location.href;
    const again = unanswered === path;
    const done = await ask("PUT", path, { ...body(), base: renamed ? null : editor.base, again }).catch((error) => {
      if (!error.status) unanswered = path;
      if (renamed || error.status !== CHANGED) throw error;
      showVersions();
      throw new Error(`${error.message}; ${_("Versions shows what is saved now, and under another name yours is kept")}`);
    });
    unanswered = "";
    editor.savedName = done.name;
    editor.base = done.state;
    editor.savedText = sent;
    history.replaceState(null, "", `/deck/${encodeURIComponent(done.name)}?game=${editor.deck.game}`);
    showVersions();
    if (!done.batch) return say(_("nothing has changed since it was saved"));
    say(_("saved (batch {batch})", done), false, done.batch, async (batch) => {
      const { told: back, kept } = await takeBack(batch);
      if (kept) return say(back, true);
      Object.assign(editor, before);
      history.replaceState(null, "", address);
      showVersions();
      say(_("{back}; the text here stays as it is", { back }));
    });
  });
}

let opened = 0;

/** @param {File} file */
function open(file) {
  const number = ++opened;
  return told(async () => {
    const found = await readFile(file, editor.deck.game);
    if (number === opened) take(found);
  });
}

/**
 * Takes a deck that was read from a file.
 * @param {import("./types.js").ReadFile} found
 */
export function take(found) {
  if (found.game !== editor.deck.game) {
    openRead(found);
    return;
  }
  if (!name.value) name.value = found.name.replace(/\.\w+$/, "");
  say([_("read as {format}", { format: found.read_as }), ...found.losses].join("; "));
  write(found.text);
}

/**
 * Takes a whole deck that was pasted in the form of a site or a program, as a file of it is taken.
 * @param {string} pasted
 */
async function takePasted(pasted) {
  if (!pasted.trim().includes("\n")) return;
  const found = await readFile(new File([pasted], "deck"), editor.deck.game).catch(() => null); // else the verdict tells
  if (found && found.read_as !== "text" && text.value.trim() === pasted.trim()) take({ ...found, name: "" });
}

/** @param {string} to the code of a file format */
function exported(to) {
  return told(async () => {
    const done = await ask("POST", "/api/deck/export", { ...body(), to });
    const bytes = Uint8Array.from(atob(done.data), (one) => one.charCodeAt(0));
    const link = make("a", { download: `${name.value || "deck"}.${SUFFIXES[to] ?? to}` });
    link.setAttribute("href", URL.createObjectURL(new Blob([bytes])));
    link.click();
    say([_("written as {format}", done), ...done.losses].join("; "));
  });
}

async function copy() {
  await navigator.clipboard.writeText(text.value)
    .then(() => say(_("copied")), () => say(_("the browser does not let us copy; use the text"), true));
}

byId("save")?.addEventListener("click", save);
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-export]"))) {
  button.addEventListener("click", () => exported(button.dataset.export ?? ""));
}
byId("print").addEventListener("click", () => window.print());
byId("copy").addEventListener("click", copy);
byId("file").addEventListener("change", () => {
  const [file] = byId("file").files;
  byId("file").value = ""; // so that the same file can be opened again
  if (file) open(file);
});
whenDropped(([file]) => open(file));
text.addEventListener("paste", (event) => takePasted(event.clipboardData?.getData("text/plain") ?? ""));
window.addEventListener("beforeunload", (event) => {
  const unsaved = text.value !== editor.savedText && text.value.trim();
  if (unsaved && !document.body.hasAttribute("data-read-only")) event.preventDefault();
});
