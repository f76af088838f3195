// Leagues: a new one is made, an event is added, the last change undone.
import { ask, byId, say } from "./common.js";

byId("new-league")?.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const chosen = [.../** @type {HTMLSelectElement} */ (byId("league-events"))?.selectedOptions ?? []];
  try {
    const done = await ask("POST", "/api/leagues", {
      name: byId("league-name").value, events: chosen.map((one) => one.value),
    });
    location.href = `/leagues/${encodeURIComponent(done.league)}`;
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});

byId("change-league")?.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const { league, change } = byId("change-league").dataset;
  const address = `/api/leagues/${encodeURIComponent(league ?? "")}`, base = Number(change);
  const undo = /** @type {HTMLButtonElement} */ (event.submitter).value === "undo";
  try {
    await ask("POST", address, undo ? { undo, base } : { add: [byId("league-event").value], base });
    location.href = location.pathname; // a player may be gone with what was undone
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});
