// The saved decks: one file is opened as a new deck, several are saved; saved ones are renamed and deleted.
import { ask, byId, openRead, readFile, reload, say, sayLast, whenDropped } from "./common.js";

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
      refused.push(`${file.name}: ${/** @type {Error} */ (error).message}`);
    }
  }
  if (files.length === 1) say(refused[0], true);
  else reload([`${files.length - refused.length} of ${files.length} decks saved`, ...refused].join("; "));
}

byId("file").addEventListener("change", async () => {
  const files = [...byId("file").files];
  if (files.length) await take(files);
});

byId("decks")?.addEventListener("click", async (/** @type {Event} */ event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  const { name, game, state } = button.parentElement?.dataset ?? {};
  if (!button.matches("button") || !name || !game) return;
  const address = `/api/decks/${encodeURIComponent(name)}`;
  const query = `?game=${encodeURIComponent(game)}`;
  try {
    if (button.matches(".delete")) {
      const done = await ask("DELETE", `${address}${query}&base=${state}`);
      reload(`${name} is deleted (batch ${done.batch})`, done.batch);
      return;
    }
    const to = prompt(`A new name for ${name}`, name);
    if (!to || to === name) return;
    const done = await ask("POST", `${address}/name${query}`, { to, base: state });
    reload(`${name} is now called ${done.name} (batch ${done.batch})`, done.batch);
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});
whenDropped(take);
sayLast();
