/** The longest line of a comment, in characters from the start of the line. */
const MAX_LENGTH = 125;

/** The phrases that a comment may not have, each with advice. */
const PHRASES = [
  [/^(?:what|whether|how|who|which)\b/i, 'Begin with the thing or the verb.'],
  [/\b(?:creates|makes|gives) what\b/i, 'Name the thing that is created or returned.'],
  [/\bso many\b/i, 'Name the number, as in "after `ms` milliseconds".'],
  [/(?<!\bthere )\bis none\b/i, 'Say what it is not, as in "is not an address".'],
  [/\bnone of our\b|\b(?:none|one) of its own\b/i, 'Name the subject.'],
];

/** The text of comments without stars, in one line. */
const textOf = (comments) =>
  comments
    .map(({ value }) => value.replace(/^\s*\*+/gm, ' '))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Groups the comments: consecutive line comments of the same column are read as one. */
const groupsOf = (comments) => {
  const groups = [];
  for (const comment of comments) {
    const group = groups.at(-1);
    const { type, loc } = group?.at(-1) ?? {};
    const continues =
      comment.type === 'Line' &&
      type === 'Line' &&
      loc.end.line + 1 === comment.loc.start.line &&
      loc.start.column === comment.loc.start.column;
    if (continues) group.push(comment);
    else groups.push([comment]);
  }
  return groups;
};

/**
 * An ESLint rule for comments in plain English: they begin with the thing or the verb, and have no phrase of `PHRASES`
 * and no line of more than 125 characters, except for a URL.
 * @type {import('eslint').Rule.RuleModule}
 */
const plainComments = {
  meta: { type: 'suggestion', schema: [] },
  create: ({ report, sourceCode }) => ({
    Program() {
      const comments = sourceCode.getAllComments();
      for (const group of groupsOf(comments)) {
        const text = textOf(group);
        const loc = { start: group[0].loc.start, end: group.at(-1).loc.end };
        for (const [phrase, advice] of PHRASES) {
          const [found] = phrase.exec(text) ?? [];
          if (found !== undefined) report({ loc, message: `"${found}": ${advice}` });
        }
      }
      for (const { start, end } of comments.map(({ loc }) => loc)) {
        for (let line = start.line; line <= end.line; line++) {
          const written = sourceCode.lines[line - 1].slice(0, line === end.line ? end.column : undefined);
          if (written.length <= MAX_LENGTH || /https?:\/\/\S{60}/.test(written)) continue;
          const message = `A line of ${written.length} characters: wrap it at ${MAX_LENGTH}.`;
          report({ loc: { line, column: MAX_LENGTH }, message });
        }
      }
    },
  }),
};

export default plainComments;
