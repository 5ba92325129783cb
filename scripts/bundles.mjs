/* Build the modules into one file for each place that loads them: `npm run bundles -- FOLDER HOUSE`. */

import { readFile } from "node:fs/promises";
import process from "node:process";

import { build, transform } from "esbuild";

const ENTRIES = {
  app: {
    player: "bpe_lab/player/chrome/mount.js",
    window: "ui/window.js",
    "hand-out": "ui/lessons/window/hand-out.js",
  },
  site: { site: "bpe_lab/site/site.js" },
};
const [folder, house] = process.argv.slice(2);
const BANNER = "/* Generated: edit the modules, then run 'python -m scripts.javascript'. */";
const SHORT = { minify: true, charset: "utf8" };

/** A style sheet is a text to its module. */
const styles = {
  name: "styles",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf-8"), { ...SHORT, loader: "css" });
      return { contents: code, loader: "text" };
    }),
};

await build({
  ...SHORT,
  entryPoints: ENTRIES[house],
  outdir: folder,
  bundle: true,
  format: "esm",
  legalComments: "inline",
  banner: { js: BANNER },
  plugins: [styles],
  logLevel: "warning",
});
