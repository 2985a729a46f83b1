/** The pages that are HTML: a file holds the body, and in one module script what its author bundles. */
const MODULE = /<script type="module">([\s\S]*?)<\/script>\s*/;

/** The text of the file's module script. */
export const moduleOf = (html: string): string => MODULE.exec(html)?.[1] ?? '';

/** The values to fill into a page. */
export interface Filling {
  /** Put around the field: `<verify>` in the file. */
  open: string;
  close: string;
  /** Values that the server writes into the form: `{{email}}`, `{{error}}`, `{{render}}`. */
  values: Record<string, string>;
}

/** The body of the page. */
export const bodyOf = (html: string, { open, close, values }: Filling): string =>
  html
    .replace(MODULE, '')
    .replace(/<verify\s*>\s*/g, open)
    .replace(/\s*<\/verify\s*>/g, close)
    .replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '');

/** The form alone, as a server sends it to be swapped in. */
export const formOf = (body: string): string => /<form[\s\S]*<\/form>/.exec(body)?.[0] ?? '';
