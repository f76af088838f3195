// The saved decks: one file is opened as a new deck, several are saved; chosen ones are renamed and deleted.
import { _, ask, byId, counted, once, openRead, readFile, reload, say, sayLast, told, whenDropped } from "./common.js";

/**
 * Opens one file in the editor; saves several, each under its own name, and says which could not be.
 * @param {File[]} files
 */
async function take(files) {
  const game = byId("file").dataset.game;
  const refused = [];
  for (const file of files) {
    try {
      const found = await readFile(file, game);
      if (files.length === 1) {
        openRead(found);
        return;
      }
      const name = file.name.replace(/\.\w+$/, "");
      await ask("PUT", `/api/decks/${encodeURIComponent(name)}`, { text: found.text, game: found.game });
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      refused.push(message.startsWith(file.name) ? message : `${file.name}: ${message}`);
    }
  }
  if (files.length === 1) say(refused[0], true);
  else reload([_("{number} of {all} decks saved", { number: files.length - refused.length, all: files.length }), ...refused].join("; "));
}

byId("file").addEventListener("change", async () => {
  const files = [...byId("file").files];
  if (files.length) await take(files);
});

byId("examples")?.addEventListener("click", () => once("examples", async () => {
  const { decks } = await ask("POST", `/api/decks/examples${location.search}`, {});
  await reload(counted("{number} deck saved", "{number} decks saved", decks.length));
}));

/** @type {HTMLFormElement | null} */
const shown = byId("shown");
/** @type {HTMLInputElement[]} */
const boxes = shown ? [...shown.querySelectorAll("input")].filter((one) => one.name === "deck") : [];
const chosen = () => boxes.filter((one) => one.checked);

/** Says how many are chosen, and offers what can be done with so many. */
function tell() {
  const many = chosen().length;
  byId("chosen").textContent = counted("{number} chosen", "{number} chosen", many);
  byId("compare").disabled = many !== 2;
  if (byId("rename")) byId("rename").disabled = many !== 1;
  byId("all").hidden = many === boxes.length;
}

/**
 * Asks once; returns what was answered, or null where nothing is to be done.
 * @param {string} text
 * @param {string} verb
 * @param {string} [answer] to be changed, where one is asked for
 * @returns {Promise<string | null>}
 */
function asked(text, verb, answer) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("question"));
  byId("question-text").textContent = text;
  byId("yes").textContent = verb;
  byId("answer").hidden = answer === undefined;
  byId("answer").value = answer ?? "";
  dialog.returnValue = "";
  dialog.showModal();
  byId(answer === undefined ? "yes" : "answer").focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue ? byId("answer").value : null), { once: true });
  });
}

/**
 * Changes what is chosen, and shows the page anew.
 * @param {() => Promise<{ text: string, batch: number } | null>} work
 */
function change(work) {
  return told(async () => {
    const done = await work();
    if (done) await reload(_("{what} (batch {batch})", { what: done.text, batch: done.batch }), done.batch);
  });
}

if (shown) {
  const query = `?game=${encodeURIComponent(/** @type {any} */ (shown.elements.namedItem("game")).value)}`;
  let last = -1;
  shown.addEventListener("click", (event) => {
    const place = boxes.indexOf(/** @type {HTMLInputElement} */ (event.target));
    if (place < 0) return;
    if (event.shiftKey && last >= 0) {
      for (let one = Math.min(last, place); one <= Math.max(last, place); one += 1) boxes[one].checked = boxes[place].checked;
    }
    last = place;
    tell();
  });
  shown.addEventListener("reset", () => setTimeout(tell));
  byId("all").addEventListener("click", () => {
    for (const one of boxes) one.checked = true;
    tell();
  });
  byId("rename")?.addEventListener("click", () => change(async () => {
    const { value: name, dataset } = chosen()[0];
    const to = await asked(_("A new name for {name}", { name }), _("Rename"), name);
    if (!to || to === name) return null;
    const done = await ask("POST", `/api/decks/${encodeURIComponent(name)}/name${query}`, { to, base: dataset.state });
    return { text: _("{name} is now called {other}", { name, other: done.name }), batch: done.batch };
  }));
  byId("delete")?.addEventListener("click", () => change(async () => {
    const decks = Object.fromEntries(chosen().map((one) => [one.value, one.dataset.state]));
    const names = Object.keys(decks);
    const what = { name: names[0] };
    const question = counted("Delete {name}? It can be undone.", "Delete {number} decks? It can be undone.", names.length, what);
    if (await asked(question, _("Delete")) === null) return null;
    const done = await ask("POST", `/api/decks/delete${query}`, { decks });
    return { text: counted("{name} is deleted", "{number} decks are deleted", names.length, what), batch: done.batch };
  }));
  tell();
}
whenDropped(take);
sayLast();
