// The list of events: a new one is made.
import { ask, byId, gameQuery, say } from "./common.js";

byId("new-event")?.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const game = byId("new-event").dataset.game;
  const query = gameQuery(game);
  try {
    const done = await ask("POST", `/api/events${query}`, {
      name: byId("event-name").value, format: byId("event-format").value, on: byId("event-day").value,
    });
    location.href = `/events/${encodeURIComponent(done.event)}`;
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
});
