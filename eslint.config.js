import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["bpe_lab/player/bundles"] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-duplicate-imports": "error",
      "no-shadow": "off",
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "object-shorthand": "error",
      "no-implicit-globals": "error",
    },
  },
  { files: ["**/*.unit.js"], languageOptions: { globals: { process: "readonly" } } },
];
