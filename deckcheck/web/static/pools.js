// Pools: a new one is kept, and the deck that is built of one is saved.
import { _, ask, byId, counted, gameQuery, once, readFile, say, told } from "./common.js";

/**
 * Sends what a form has, and goes on where it is made.
 * @param {string} form
 * @param {() => Promise<string>} send what sends it, and says where to go
 */
function whenSent(form, send) {
  byId(form)?.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    once(form, async () => {
      location.href = await send();
    });
  });
}

whenSent("new-pool", async () => {
  const set = byId("pool-set")?.value, seed = Number(byId("pool-seed")?.value);
  const done = await ask("POST", `/api/pools${gameQuery(byId("new-pool").dataset.game)}`, {
    name: byId("pool-name").value.trim(), text: byId("pool-text").value,
    products: set ? [set] : [], boosters: Number(byId("pool-boosters")?.value), seed,
  });
  return `/pools/${encodeURIComponent(done.name)}${gameQuery(done.game)}`;
});

byId("build")?.addEventListener("submit", () => {
  say(_("Each side is tried; this takes some seconds."));
  byId("build-stop").hidden = false;
});
byId("build-stop")?.addEventListener("click", () => {
  window.stop(); // the server does not begin what nobody waits for
  say(_("stopped; no deck was built"));
  byId("build-stop").hidden = true;
});

whenSent("save-built", async () => {
  const { pool, goal, least, game } = byId("save-built").dataset, save = byId("deck-name").value.trim();
  await ask("POST", `/api/pools/${encodeURIComponent(pool)}/deck${gameQuery(game)}`, { goal, least, save });
  return `/deck/${encodeURIComponent(save)}${gameQuery(game)}`;
});

byId("delete")?.addEventListener("click", () => once("delete", async () => {
  const { pool, game } = byId("delete").dataset;
  const { name, cards, products, seed } = await ask("DELETE", `/api/pools/${encodeURIComponent(pool)}${gameQuery(game)}`);
  byId("pool").hidden = byId("delete").disabled = true;
  const boosters = products.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.boosters, 0);
  const opened = { name, seed, boosters, products: products.map((/** @type {any} */ one) => one.set) };
  const text = cards.map((/** @type {any} */ one) => `${one.quantity} ${one.name}${one.set ? ` [${one.set} #${one.number}]` : ""}`).join("\n");
  say(counted("{name} is deleted", "{number} decks are deleted", 1, { name }), false, 1, async () => {
    await ask("POST", `/api/pools${gameQuery(game)}`, boosters ? opened : { name, text });
    location.reload();
  });
}));

byId("pool-file")?.addEventListener("change", () => told(async () => {
  const [file] = byId("pool-file").files;
  const found = await readFile(file, byId("new-pool").dataset.game);
  if (file !== byId("pool-file").files[0]) return; // another was chosen meanwhile
  byId("pool-text").value = found.text;
  byId("pool-name").value ||= found.name.replace(/\.\w+$/, "");
  say(found.losses.join("; "));
}));
