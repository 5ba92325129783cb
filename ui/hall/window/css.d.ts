/** A style sheet, as esbuild's loader gives it. */
declare module "*.css" {
  const text: string;
  export default text;
}
