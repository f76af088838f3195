// Leagues: a new one is made, an event is added, the last change undone.
import { ask, byId, once } from "./common.js";

byId("new-league")?.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  once("new", async () => {
    const chosen = [.../** @type {HTMLSelectElement} */ (byId("league-events"))?.selectedOptions ?? []];
    const done = await ask("POST", "/api/leagues", {
      name: byId("league-name").value, events: chosen.map((one) => one.value),
    });
    location.href = `/leagues/${encodeURIComponent(done.league)}`;
  });
});

byId("change-league")?.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  once("change", async () => {
    const { league, change } = byId("change-league").dataset;
    const address = `/api/leagues/${encodeURIComponent(league ?? "")}`, base = Number(change);
    const undo = /** @type {HTMLButtonElement} */ (event.submitter).value === "undo";
    await ask("POST", address, undo ? { undo, base } : { add: [byId("league-event").value], base });
    location.href = location.pathname; // a player may be gone with what was undone
  });
});
