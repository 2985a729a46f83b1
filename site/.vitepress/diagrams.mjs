/** Mermaid diagrams as lists, which need no script and are read by everybody: a line for each message or box. */

const escape = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const bold = (text) => `<b>${escape(text)}</b>`;

/**
 * Renders a line of a `sequenceDiagram`, with the names of its participants; undefined for a line that only declares
 * one.
 */
const message = (line, names) => {
  const [, id, name] = /^participant (\w+) as (.*)$/.exec(line) ?? [];
  if (id) return void names.set(id, name);
  const [, from, to, text] = /^(\w+)--?>>(\w+): (.*)$/.exec(line) ?? [];
  if (from) return `${bold(names.get(from))} → ${bold(names.get(to))}: ${escape(text)}`;
  const [, at, note] = /^Note over (\w+): (.*)$/.exec(line) ?? [];
  return at && `${bold(names.get(at))}: ${escape(note)}`;
};

/** A line of a `flowchart` whose arrows lead to the boxes that a box imports; dotted ones say what of them. */
const box = (line) => {
  const [, from, part, to] = /^(\w+) -\. (\w+) \.-> (\w+)$/.exec(line) ?? [];
  if (from) return `${bold(from)} → ${part} of ${to}`;
  const [, name, , text, targets] = /^(\w+)\[("?)(.*?)\2\](?: --> (.*))?$/.exec(line) ?? [];
  return (
    name && `${bold(name)}${escape(text.slice(name.length))}${targets ? ` → ${targets.split(' & ').join(', ')}` : ''}`
  );
};

const list = (diagram) => {
  const [kind, ...lines] = diagram.trim().split(/\s*\n\s*/);
  const names = new Map();
  const items = lines.flatMap((line) => {
    const item = kind === 'sequenceDiagram' ? message(line, names) : box(line);
    if (item === undefined && !line.startsWith('participant'))
      throw new Error(`A line of a diagram is not understood: ${line}`);
    return item ? `<li>${item}</li>` : [];
  });
  return kind === 'sequenceDiagram' ? `<ol>${items.join('')}</ol>` : `<ul>${items.join('')}</ul>`;
};

/** A plug-in of markdown-it. */
export const diagrams = (markdown) => {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, at, ...rest) =>
    tokens[at].info === 'mermaid' ? list(tokens[at].content) : fence(tokens, at, ...rest);
};
