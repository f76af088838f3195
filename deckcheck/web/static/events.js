// The list of events: a new one is made.
import { ask, byId, gameQuery, once } from "./common.js";

byId("new-event")?.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  once("new", async () => {
    const game = byId("new-event").dataset.game;
    const query = gameQuery(game);
    const done = await ask("POST", `/api/events${query}`, {
      name: byId("event-name").value, format: byId("event-format").value, on: byId("event-day").value,
    });
    location.href = `/events/${encodeURIComponent(done.event)}`;
  });
});
