// Clocks that count on between two answers of the server.

/** @param {number} seconds */
function asText(seconds) {
  const rest = Math.abs(seconds);
  const hours = Math.floor(rest / 3600);
  const minutes = Math.floor((rest % 3600) / 60);
  const start = hours ? `${hours}:${String(minutes).padStart(2, "0")}` : String(minutes);
  return `${seconds < 0 ? "-" : ""}${start}:${String(rest % 60).padStart(2, "0")}`;
}

/** Shows what is left in every element with the class clock; once time is over, that. */
export function showClocks() {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock"))) {
    clock.dataset.began ??= String(Date.now());
    const gone = "paused" in clock.dataset ? 0 : Date.now() - Number(clock.dataset.began);
    const left = Number(clock.dataset.left) - Math.floor(gone / 1000);
    clock.textContent = asText(left);
    clock.classList.toggle("over", left < 0);
  }
}

/** Shows what is left second by second. */
export function runClocks() {
  showClocks();
  setInterval(showClocks, 1000);
}
