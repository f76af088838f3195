// The list of decks: a file is opened as a new deck.
import { ask, byId, say } from "./common.js";

byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  if (!file) return;
  try {
    const game = byId("file").dataset.game;
    const query = `?name=${encodeURIComponent(file.name)}${game ? `&game=${game}` : ""}`;
    const found = await ask("POST", `/api/deck/file${query}`, file);
    sessionStorage.setItem("deckcheck-file", JSON.stringify(found));
    location.href = `/deck?game=${encodeURIComponent(found.game)}`;
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});
