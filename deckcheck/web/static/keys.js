// Keys of every page: search, rooms, and the list of keys.
import { byId, isTyped } from "./common.js";
import { showBeside } from "./faces.js";
import { inGame, openPalette } from "./palette.js";
import "./waiting.js";

/** @type {Record<string, string>} */
const rooms = { d: "/", c: "/cards", o: "/collection", e: "/events", p: "/pools", h: "/history" };
let goes = false;

document.addEventListener("keydown", (event) => {
  if (isTyped(event)) return;
  if (goes && rooms[event.key]) location.href = rooms[event.key] + inGame;
  else if (event.key === "?") byId("keys").showModal();
  else if (event.key === "/" || (event.key === "q" && byId("search"))) {
    event.preventDefault();
    if (event.key === "q") byId("search").focus();
    else openPalette();
  }
  goes = event.key === "g";
});

// A menu closes when something else is clicked, or with Escape.
/** @param {(menu: HTMLDetailsElement) => boolean} which */
function closeMenus(which) {
  for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu[open]"))) {
    if (which(menu)) menu.open = false;
  }
}
document.addEventListener("click", (event) => closeMenus((menu) => !menu.contains(/** @type {Node} */ (event.target))));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus((menu) => (menu.querySelector("summary")?.focus(), true));
});
byId("show-keys").addEventListener("click", () => {
  closeMenus(() => true);
  byId("keys").showModal();
});

// Beside every list of cards stands the face of the one that is pointed at; the deck has its own place for it.
if (!byId("card-face")) showBeside();

// The theme: of the system, or as chosen here.
const themes = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-theme]"));

/** @param {string} theme */
function showTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const one of themes) one.setAttribute("aria-pressed", String(one.dataset.theme === theme));
}
for (const button of themes) {
  button.addEventListener("click", () => {
    const theme = button.dataset.theme ?? "";
    if (theme) localStorage.setItem("deckcheck-theme", theme);
    else localStorage.removeItem("deckcheck-theme");
    showTheme(theme);
  });
}
showTheme(document.documentElement.dataset.theme ?? "");

// Pages that were seen stay readable without a network; browsers allow that on this machine and by https.
const AFTER = 2000;
const { serviceWorker } = navigator;
setTimeout(() => serviceWorker?.register("/worker.js").catch(() => {}), AFTER);
// The first page was loaded before there was somebody to keep it.
if (serviceWorker && !serviceWorker.controller) {
  serviceWorker.addEventListener("controllerchange", () => {
    const parts = performance.getEntriesByType("resource").map((one) => one.name);
    for (const address of [location.href, ...parts.filter((one) => one.includes("/static/"))]) {
      fetch(address).then((answer) => answer.blob()).catch(() => {});
    }
  }, { once: true });
}
