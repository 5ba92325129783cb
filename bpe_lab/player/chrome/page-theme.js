/* What the app's theme gives elsewhere, for a page without it: light or dark as `data-scheme` says, else as the
   reader's system has it, and on paper light. */

const DARK = `
    --st-background-color: #10151c; --st-secondary-background-color: #19202a; --st-text-color: #e8ecf1;
    --st-border-color: #2c3643; --st-primary-color: #d5dde7;`;

export const PAGE_THEME = `
:root {
  color-scheme: light dark;
  --st-background-color: #ffffff; --st-secondary-background-color: #f5f6f8; --st-text-color: #17202b;
  --st-border-color: #dce1e7; --st-primary-color: #334155;
  --st-font: "Source Sans 3", "Source Sans Pro", system-ui; --st-code-font: "Source Code Pro";
}
:root:is([data-printing], [data-scheme=light]) { color-scheme: light; }
:root[data-scheme=dark]:not([data-printing]) { color-scheme: dark; ${DARK} }
@media (prefers-color-scheme: dark) {
  :root:not([data-printing], [data-scheme]) { ${DARK} }
}`;
