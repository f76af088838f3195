// The list of decks: a file is opened as a new deck.
import { byId, openRead, readFile, say } from "./common.js";

byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  if (!file) return;
  try {
    openRead(await readFile(file, byId("file").dataset.game));
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});
