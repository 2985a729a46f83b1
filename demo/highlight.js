/** Highlights code: turns text into spans. It parses no HTML, so code cannot inject markup. */

const STRING = ['string', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/];
const NUMBER = ['number', /\b\d[\d_]*(?:\.\d+)?\b/];
const WORDS =
  'as async await break case catch class const continue default do else enum export extends false finally for from function if ' +
  'implements import in instanceof interface let new null of override private readonly return static super switch this throw ' +
  'true try type typeof undefined void while yield';

const SCRIPT = [
  ['comment', /\/\*[^]*?\*\/|(?<!:)\/\/[^\n]*/],
  STRING,
  ['keyword', new RegExp(`(?<![\\w.$-])(?:${WORDS.replaceAll(' ', '|')})(?![\\w$-])`)],
  NUMBER,
];

const MARKUP = [
  ['comment', /<!--[^]*?-->|\/\*[^]*?\*\/|(?<!:)\/\/[^\n]*/],
  STRING,
  ['tag', /<[!?/]?[A-Za-z][\w.-]*|(?<![=-])\/?>/],
  ['name', /[:@\w-]+(?==["'{])|--[\w-]+(?=:)/],
  ['keyword', /\b(?:import|export|default|from|function|return|const)\b(?!=)/],
];

const SHELL = [['comment', /(?<=^|\s)#[^\n]*/], STRING];

const LANGUAGES = {
  ...Object.fromEntries(['html', 'jsx', 'vue', 'php', 'xml'].map((name) => [name, MARKUP])),
  ...Object.fromEntries(['js', 'mjs', 'ts', 'json', 'toml'].map((name) => [name, SCRIPT])),
  sh: SHELL,
};

const make = (className, textContent = '') => Object.assign(document.createElement('span'), { className, textContent });

/**
 * Splits code into tokens.
 * @param {string} code
 * @param {string} language the file extension, such as `html`; an unknown one yields a single token
 * @returns {[kind: string, text: string][]} `kind` is empty for plain text
 */
export const tokens = (code, language) => {
  const patterns = LANGUAGES[language];
  if (!patterns) return [['', code]];
  const any = new RegExp(patterns.map(([, { source }]) => `(${source})`).join('|'), 'g');
  const found = [];
  let end = 0;
  for (const match of code.matchAll(any)) {
    if (match.index > end) found.push(['', code.slice(end, match.index)]);
    found.push([patterns[match.slice(1).findIndex((group) => group !== undefined)][0], match[0]]);
    end = match.index + match[0].length;
  }
  if (end < code.length) found.push(['', code.slice(end)]);
  return found;
};

/**
 * Fills a node with highlighted code. Each line is an element with its indent in `--indent`, so that a long line wraps
 * with a hanging indent.
 */
export const paint = (node, code, language) => {
  const lines = [[]];
  for (const [kind, text] of tokens(code, language)) {
    for (const [index, piece] of text.split('\n').entries()) {
      if (index) lines.push([]);
      if (piece) lines.at(-1).push([kind, piece]);
    }
  }
  node.replaceChildren(
    ...lines.map((pieces, index) => {
      const content = pieces.map(([, text]) => text).join('');
      // A single long word may break anywhere. Otherwise it would wrap to a new line before it breaks.
      const line = make(content.trim().includes(' ') ? 'line' : 'line word');
      line.append(...pieces.map(([kind, text]) => (kind ? make(`token-${kind}`, text) : text)));
      line.style.setProperty('--indent', `${content.search(/\S|$/) + 2}ch`);
      if (index < lines.length - 1) line.append('\n');
      return line;
    }),
  );
};
