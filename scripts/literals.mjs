import { transform } from 'esbuild';
import MagicString from 'magic-string';

/** Elements that begin a line: white space beside their tags, inside and outside, is not rendered. */
const BLOCK =
  /^(article|aside|blockquote|caption|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|optgroup|option|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
/** Elements in a line that have lines of their own inside. */
const BOX = /^(button|select)$/;
/** Elements in which white space counts. */
const VERBATIM = /^(pre|textarea)$/;
/** Elements without a closing tag. */
const VOID = /^(br|col|hr|img|input|wbr)$/;

/** Stands for an expression of a template. */
const HOLE = '\uE000';
const TAG = /<!--.*?-->|<(\/?)([\w-]+)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gs;

const collapse = (text) => text.replace(/\s+/g, ' ');

/** The attributes of a tag, with one space between two. */
const attributesIn = (text) =>
  text.replace(/"[^"]*"|'[^']*'|\s+/g, (part) => (/^\s/.test(part) ? ' ' : collapse(part))).replace(/ $/, '');

/** HTML without the white space that nobody sees. */
const minifyHtml = (html) => {
  const pieces = [];
  let at = 0;
  let verbatim = 0;
  // A template begins and ends like a block.
  let isStart = true;
  const addText = (text, isEnd) => {
    let short = verbatim ? text : collapse(text);
    if (!verbatim && isStart) short = short.trimStart();
    if (!verbatim && isEnd) short = short.trimEnd();
    pieces.push(short);
  };
  for (const tag of html.matchAll(TAG)) {
    const [whole, slash, name, attributes] = tag;
    const isBlock = BLOCK.test(name);
    addText(html.slice(at, tag.index), isBlock || (slash && BOX.test(name)));
    at = tag.index + whole.length;
    if (name === undefined) {
      // An expression in it stays one of the template.
      if (whole.includes(HOLE)) pieces.push(whole);
      continue;
    }
    if (VERBATIM.test(name)) verbatim += slash ? -1 : 1;
    pieces.push(`<${slash}${name}${attributesIn(VOID.test(name) ? attributes.replace(/\/$/, '') : attributes)}>`);
    isStart = isBlock || (!slash && BOX.test(name));
  }
  addText(html.slice(at), true);
  return pieces.join('');
};

const minifyCss = async (css) => (await transform(css, { loader: 'css', minify: true })).code.trim();

/** The template literals with a tag of Lit's in a syntax tree. */
const literalsIn = (node, found = []) => {
  if (Array.isArray(node)) for (const one of node) literalsIn(one, found);
  else if (node && typeof node === 'object') {
    const name = node.type === 'TaggedTemplateExpression' ? node.tag.name : undefined;
    if (name === 'html' || name === 'css') found.push({ name, quasis: node.quasi.quasis });
    for (const value of Object.values(node)) if (value && typeof value === 'object') literalsIn(value, found);
  }
  return found;
};

/** Makes our templates and styles small, in JavaScript: no minifier of scripts looks into them. */
export const minifyLiterals = () => ({
  name: 'minify-literals',
  async transform(code, id) {
    if (id.includes('/node_modules/') || !/\b(html|css)`/.test(code)) return null;
    const changed = new MagicString(code);
    for (const { name, quasis } of literalsIn(this.parse(code))) {
      const text = quasis.map(({ value: { raw } }) => raw).join(HOLE);
      const short = name === 'html' ? minifyHtml(text) : await minifyCss(text);
      for (const [i, part] of short.split(HOLE).entries()) {
        const { start, end } = quasis[i];
        if (start < end) changed.overwrite(start, end, part);
      }
    }
    return { code: changed.toString(), map: changed.generateMap({ hires: true }) };
  },
});
