/* What a frame holds, unpacked: the styles, the walk and the player, which then opens the walk (`pages.js`). */

(async () => {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const add = (/** @type {string} */ name, /** @type {Record<string, string>} */ attributes, /** @type {string} */ text) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.textContent = text;
    document.head.append(node);
  };
  try {
    const packed = /** @type {HTMLElement} */ (document.getElementById("bpe-lab-packed")).textContent ?? "";
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const { styles, walk, player } = await new Response(stream).json();
    add("style", {}, styles);
    add("script", { type: "application/json", id: "bpe-lab-framed" }, JSON.stringify(walk));
    add("script", { type: "module", id: "bpe-lab-player" }, player);
  } catch {
    main.textContent = main.dataset.failed ?? "";
  }
})();
