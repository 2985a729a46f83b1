/**
 * Writes `docs/service/smtp-replies.md` from the rules and phrases by which the verifier reads replies.
 * `npm run replies` runs it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { RECEIVERS } from '../src/verifier/shaping/receivers.ts';
import { listOf } from '../src/verifier/smtp/phrases/words.ts';
import { RULES, TABLES } from '../src/verifier/smtp/rules.ts';
import { assess } from '../src/verifier/score.ts';

/** The file, from the root. */
export const FILE = 'docs/service/smtp-replies.md';

/** The meaning of each table. */
const TITLES = {
  greylisting: 'Greylisting',
  sender: 'The sender',
  blocked: 'The prober is refused',
  harvest: 'Harvest protection',
  'too fast': 'Too much, too fast',
  full: 'The mailbox is full',
  'no space': 'No space',
  'session limit': 'Enough recipients',
  restricted: 'Not from everybody',
  message: 'The message',
  encryption: 'TLS and login',
  failure: 'The server fails',
  temporary: 'Not now',
  disabled: 'The mailbox is closed',
  'unknown user': 'There is no mailbox',
  'unknown user, alone': 'There is no mailbox, where the reply says nothing else',
  'unknown to Plesk': 'Plesk',
  'unknown to Yandex': 'Yandex',
};

const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '-');

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** Numbers as a text, such as `511, 550–554`; a whole hundred as `5xx`. */
const compress = (numbers) => {
  const runs = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => {
    if (from === to) return `${from}`;
    if (from % 100 === 0 && to % 100 === 99)
      return range(from / 100, (to - 99) / 100)
        .map((hundred) => `${hundred}xx`)
        .join(', ');
    return from % 10 === 0 && to === from + 9 ? `${from / 10}x` : `${from}–${to}`;
  });
};

const describeCodes = (pattern) => compress(range(200, 599).filter((code) => pattern.test(`${code}`))).join(', ');

const MAX_DETAIL = 40;

/**
 * The enhanced codes that a pattern allows, by class and subject; `prefix` stands before each, as in the texts of
 * repeated replies.
 */
const describeEnhanced = (pattern, prefix = '') => {
  const none = prefix === '' && pattern.test('-') ? ['none'] : [];
  const subjects = ['4', '5'].flatMap((kind) => range(0, 7).map((subject) => `${kind}.${subject}`));
  const found = subjects.map((subject) => {
    const details = range(0, MAX_DETAIL).filter((detail) => pattern.test(`${prefix}${subject}.${detail}`));
    return details.length > MAX_DETAIL ? `${subject}.x` : details.map((detail) => `${subject}.${detail}`).join(', ');
  });
  const all = found.filter(Boolean);
  // A whole class.
  const whole = ['4', '5'].filter(
    (kind) => all.filter((one) => one.startsWith(`${kind}.`) && one.endsWith('.x')).length === 8,
  );
  const rest = all.filter((one) => !whole.includes(one[0]));
  return [...none, ...whole.map((kind) => `${kind}.x.x`), ...rest].join(', ');
};

const describeInner = (pattern) => {
  if (pattern.test('said: 450')) return '4xx or 4.x.x';
  return describeEnhanced(pattern) || describeEnhanced(pattern, '#').replace(/^/, '#');
};

const TEXTS = { us: 'our MAIL FROM or HELO', unread: 'words that no table has', cut: 'more than 4000 characters' };

const linked = (name) => `[${TITLES[name]}](#${anchorOf(TITLES[name])})`;

const describeText = ({ says, proves, inner, text }) =>
  [
    ...[says, proves].filter(Boolean).map(linked),
    ...(inner ? [`a code in the text: ${describeInner(inner)}`] : []),
    ...(text ? [TEXTS[text]] : []),
  ].join('; ');

const statusOf = (finding) => (finding === 'exists' ? 'valid' : assess([finding]).status);

const row = (...cells) => `| ${cells.join(' | ')} |`;

const ruleRow = (rule, n) =>
  row(
    n + 1,
    rule.code ? describeCodes(rule.code) : '',
    rule.enhanced ? describeEnhanced(rule.enhanced) : '',
    describeText(rule),
    statusOf(rule.finding),
    rule.finding === 'exists' ? '' : `\`${rule.finding}\``,
    rule.why,
  );

/** The words of a receiver's own phrase, as its pattern has them. */
const receiverRow = ({ name, suffixes, notFound }) =>
  row(
    name,
    suffixes.map((suffix) => `\`${suffix}\``).join(', '),
    `\`${notFound.source.replaceAll('|', String.raw`\|`)}\``,
  );

const WIDTH = 140;

const wrap = (text) => {
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
};

const tableText = ([name, tables]) => {
  const phrases = tables.flatMap((table) =>
    Object.entries(table).map(([language, text]) => wrap(`${language}: ${listOf(text).join(', ')}`)),
  );
  return `### ${TITLES[name]}\n\n\`\`\`text\n${phrases.join('\n')}\n\`\`\``;
};

/** The page. */
export const smtpRepliesPage = () =>
  format(
    `# What a mail server’s reply means

With \`SMTP_PROBE=on\`, the verifier asks a mail server for the mailbox (\`RCPT TO\`), and reads the reply by the rules below: the first that applies
counts. A reply with several reasons has the first of them. This page is made from the data that the verifier reads: \`npm run replies\`.

- **Words weigh more than codes.** Servers give 5.1.1 for full mailboxes, for failures of their own, and to senders whom they refuse. A reply that
  speaks of the quota, of time, of a policy, of the sender, of TLS or of a failure never makes an address \`invalid\`, whatever its codes.
- **A code without words counts**, and so does one whose words are all known. With other words it proves nothing.
- **The asked address is taken out first**: \`quota@firm.example\` is read as any other. A reply that names the prober’s own address
  (\`SMTP_FROM\`) or host (\`SMTP_HELO\`) is about the prober.
- **In doubt, the address is \`unknown\`**, which blocks nobody.

## Rules

${row('', 'code', 'enhanced code', 'the text has', 'status', 'code of the result', 'why')}
${row(...Array(7).fill('---'))}
${RULES.map(ruleRow).join('\n')}

## Receivers with words of their own

A reply of these receivers that begins like this means that there is no mailbox, unless it goes on with a reason. The pattern is compared with code,
enhanced code (\`-\` for none) and the words in lower case without punctuation.

${row('receiver', 'hosts', 'reply')}
${row('---', '---', '---')}
${RECEIVERS.filter(({ notFound }) => notFound)
  .map(receiverRow)
  .join('\n')}

## Phrases

Phrases are compared without case, accents and punctuation, as whole words; in a script without spaces, anywhere. \`*\` stands for any ending of a word,
\`…\` for up to three words. Every reply is compared with all languages.

${Object.entries(TABLES).map(tableText).join('\n\n')}
`,
    { parser: 'markdown', printWidth: 120 },
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(import.meta.dirname, '..', FILE), await smtpRepliesPage());
}
