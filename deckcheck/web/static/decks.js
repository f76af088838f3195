// The list of decks: a file is opened as a new deck; saved ones are renamed and deleted.
import { ask, byId, openRead, readFile, reload, say, sayLast } from "./common.js";

byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  if (!file) return;
  try {
    openRead(await readFile(file, byId("file").dataset.game));
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
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
      reload(`${name} is deleted (batch ${done.batch}; undo it in History)`);
      return;
    }
    const to = prompt(`A new name for ${name}`, name);
    if (!to || to === name) return;
    const done = await ask("POST", `${address}/name${query}`, { to, base: state });
    reload(`${name} is now called ${done.name} (batch ${done.batch})`);
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});
sayLast();
