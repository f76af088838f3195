// The organiser's desk: results are typed, everything else is a button.
import { ask, byId, make, reload, say, sayLast } from "./common.js";
import { runClocks } from "./clock.js";

const desk = byId("desk");
const address = desk && `/api/events/${encodeURIComponent(desk.dataset.event)}`;

/**
 * @param {string} action
 * @param {string} text
 * @param {string} field what is looked at again when the text was wrong
 */
async function act(action, text, field) {
  try {
    const done = await ask("POST", address, {
      action, text, reason: byId("reason").value,
      base: Number(desk.dataset.state), round: Number(desk.dataset.round) || null,
    });
    const open = done.open_tables.length ? `open: table ${done.open_tables.join(", ")}` : "no table is open";
    reload([`${action}: done`, ...done.notes, open].join("; "));
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
    byId(field).focus();
  }
}

/**
 * Works on the player who is typed or chosen.
 * @param {string} action
 */
function actOnPlayer(action) {
  const player = byId("player").value;
  act(action, action === "rename" ? `${player} = ${byId("new-name").value}` : player, "player");
}

/**
 * A file in base64, as JSON takes it.
 * @param {File} file
 */
async function encoded(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { name: file.name, data: btoa(text), seat: "" };
}

async function register() {
  try {
    const lists = await Promise.all([...byId("files").files].map(encoded));
    const done = await ask("POST", `${address}/players`, { player: byId("player").value, club: byId("club").value, lists });
    reload([`${byId("player").value} is registered`, ...done.notes].join("; "));
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

/** @param {boolean} end */
async function links(end) {
  try {
    const done = await ask("POST", `${address}/links`, { players: [], end });
    if (end) return reload(`links ended: ${done.ended}`);
    const items = done.links.map((/** @type {any} */ one) => {
      const href = new URL(one.link, location.href).href;
      return make("li", {}, `${one.player}: `, make("a", { href }, href));
    });
    byId("links").replaceChildren(...items);
    say(items.length ? `links made: ${items.length}` : "every player has submitted all lists");
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

desk?.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  act("result", byId("search").value, "search");
});
desk?.addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  const field = button.value === "clock" ? "minutes" : "search";
  if (button.matches("button[type=button]")) act(button.value, byId(field).value, field);
});
byId("register")?.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  register();
});
byId("register")?.addEventListener("click", (/** @type {Event} */ event) => {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  if (button.matches("button[type=button]")) actOnPlayer(button.value);
});
byId("files")?.addEventListener("change", () => {
  byId("files-said").textContent = [...byId("files").files].map((file) => file.name).join(", ");
});
byId("make-links")?.addEventListener("click", () => links(false));
byId("end-links")?.addEventListener("click", () => links(true));
runClocks();
if (sayLast()) byId("search")?.focus();
