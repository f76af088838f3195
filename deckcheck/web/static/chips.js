// Lists of cards: a chip that was clicked keeps the focus and its place.

const CLICKED = "deckcheck-chip";
const clicked = JSON.parse(sessionStorage.getItem(CLICKED) ?? "null");
sessionStorage.removeItem(CLICKED);
if (clicked && clicked.path === location.pathname) {
  const chips = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("a.chip[data-key]"));
  const chip = [...chips].find((one) => one.dataset.key === clicked.key);
  const menu = chip?.closest("details")?.querySelector("summary");
  scrollTo(0, clicked.top);
  (menu ?? chip)?.focus({ preventScroll: true });
}
document.addEventListener("click", (event) => {
  const chip = /** @type {HTMLElement} */ (event.target).closest("a.chip[data-key]");
  if (!(chip instanceof HTMLElement)) return;
  sessionStorage.setItem(CLICKED, JSON.stringify({ path: location.pathname, key: chip.dataset.key, top: scrollY }));
});
