// The screen for players: it shows itself anew, quietly, so that nobody has to touch it.
import { runClocks } from "./clock.js";

const SECONDS = 10;

async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return; // the last state stays until the server answers again
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById("main");
  if (next) document.getElementById("main")?.replaceWith(next);
}

runClocks();
setInterval(refresh, SECONDS * 1000);
