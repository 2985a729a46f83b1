/** Turns a Mermaid sequence diagram into a list: one message a line, readable without a picture and without JavaScript. */

const escape = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {string} diagram the text of a `sequenceDiagram` with participants, messages and notes. */
export const sequenceList = (diagram) => {
  const names = new Map();
  const lines = [];
  for (const line of diagram.split('\n').slice(1)) {
    const [, id, name] = /^\s*participant (\w+) as (.*)$/.exec(line) ?? [];
    const [, from, to, text] = /^\s*(\w+)--?>>(\w+): (.*)$/.exec(line) ?? [];
    const [, at, note] = /^\s*Note over (\w+): (.*)$/.exec(line) ?? [];
    const who = (one) => `<b>${escape(names.get(one) ?? one)}</b>`;
    if (id) names.set(id, name);
    else if (from) lines.push(`${who(from)} → ${who(to)}: ${escape(text)}`);
    else if (at) lines.push(`${who(at)}: ${escape(note)}`);
    else if (line.trim()) throw new Error(`A sequence diagram has a line that is not understood: ${line}`);
  }
  return `<ol class="sequence">${lines.map((line) => `<li>${line}</li>`).join('')}</ol>\n`;
};
