// The screen for players: it shows itself anew and turns its pages, so that nobody has to touch it.
import { _, byId } from "./common.js";
import { runClocks, showClocks } from "./clock.js";

const SECONDS = 10;
const wide = matchMedia("(min-width: 60rem)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let page = 0;

/**
 * Shows a page; after the last comes the first.
 * @param {number} wanted
 */
function turn(wanted) {
  document.body.classList.toggle("paged", wide.matches);
  const sheet = byId("sheet");
  const step = sheet.clientWidth + parseFloat(getComputedStyle(sheet).columnGap || "0");
  const pages = wide.matches ? Math.max(1, Math.ceil((sheet.scrollWidth - 1) / step)) : 1;
  page = (wanted + pages) % pages;
  sheet.scrollTo({ left: page * step, behavior: still.matches ? "instant" : "smooth" });
  byId("turning").hidden = pages === 1;
  byId("page").textContent = _("{page} of {pages}", { page: page + 1, pages });
}

async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return; // the last state stays until the server answers again
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of ["screen-head", "sheet"]) {
    const [here, there] = [byId(part), next.getElementById(part)];
    if (there && there.textContent !== here.textContent) here.innerHTML = there.innerHTML;
  }
  showClocks();
}

const stop = byId("stop");
/** @param {boolean} stopped */
function setStopped(stopped) {
  stop.setAttribute("aria-pressed", String(stopped));
}
stop.addEventListener("click", () => setStopped(stop.getAttribute("aria-pressed") !== "true"));
document.addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by && !byId("turning").hidden) {
    setStopped(true);
    turn(page + by);
  } else if (event.key === " " && event.target !== stop && !byId("turning").hidden) stop.click();
  else return;
  event.preventDefault();
});
wide.addEventListener("change", () => turn(0));
window.addEventListener("resize", () => turn(page));
runClocks();
turn(0);
setInterval(async () => {
  await refresh();
  turn(stop.getAttribute("aria-pressed") === "true" ? page : page + 1);
}, SECONDS * 1000);
