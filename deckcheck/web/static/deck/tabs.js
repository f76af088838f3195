// The bench below the deck: one of its panels is open, or none.
import { byId } from "../common.js";

const tabs = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[role=tab]")]);
const openers = /** @type {Map<string, () => void>} */ (new Map());

/**
 * Calls a function each time when a panel is opened.
 * @param {string} name
 * @param {() => void} work
 */
export function whenOpened(name, work) {
  openers.set(name, work);
}

/**
 * Whether a panel is the one that is seen.
 * @param {string} name
 */
export function isOpen(name) {
  return !byId(`panel-${name}`).hidden;
}

/**
 * Opens a panel, and closes the others.
 * @param {string} name
 */
export function open(name) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls") ?? "").hidden = !chosen;
    if (!chosen) continue;
    tab.focus();
    tab.scrollIntoView({ block: "nearest", inline: "center" }); // on a phone not all of them are seen
  }
  openers.get(name)?.();
}

for (const [number, tab] of tabs.entries()) {
  tab.addEventListener("click", () => open(tab.id.slice("tab-".length)));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    tabs[(number + step + tabs.length) % tabs.length].click();
  });
}
