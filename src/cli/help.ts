import { SETTINGS } from '../config/settings.js';
import { QUOTA_SETTINGS } from '../edge/runtime/edge-settings.js';
import { optionText, PROGRAM } from './arguments.js';
import { COMMANDS, type Command, type CommandName } from './commands.js';
import type { Paint } from './colour.js';

const WIDTH = 100;

/** Breaks text into lines that fit beside a column of this width. */
const wrap = (text: string, indent: number): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent + line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
};

/** Two columns: terms and their meanings. */
const table = (rows: readonly (readonly [term: string, meaning: string])[]): string => {
  const width = Math.max(...rows.map(([term]) => term.length)) + 4;
  return rows.map(([term, meaning]) => `  ${term.padEnd(width - 2)}${wrap(meaning, width)}`).join('\n');
};

const HELP_OPTION = [optionText('help', { short: 'h' }), 'prints this help'] as const;

const settingRows = (names: Command['settings']): (readonly [string, string])[] =>
  names.map((name) => {
    const { meaning, default: value } = SETTINGS[name];
    return [name, `${meaning}${value === null || value === '' ? '' : ` (${value})`}`];
  });

const QUOTA_ROWS = QUOTA_SETTINGS.map(([name, value, meaning]) => [name, `${meaning} (${value})`] as const);

const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'failed: an argument, a setting, or something that it needs; the lines on standard error say what'],
  ['2', 'check: an address has a verdict of --block'],
  ['130', 'list: stopped by Ctrl-C'],
] as const;

/** The help of the whole program. */
export const generalHelp = (paint: Paint): string => {
  const heading = (text: string): string => paint('bold', text);
  return `${heading('Usage')}
  ${PROGRAM} [COMMAND] [OPTIONS]

Checks e-mail addresses, on the command line and for sign-up forms. Without a command, it serves.

${heading('Commands')}
${table(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]))}

${heading('Options')}
${table([HELP_OPTION, ['    --version', 'prints the version']])}

${heading('Exit codes')}
${table(EXIT_CODES)}

${PROGRAM} COMMAND --help lists a command's options, and the settings that it reads from environment variables.`;
};

/** The help of a command. */
export const commandHelp = (name: CommandName, paint: Paint): string => {
  const { summary, takes, options = {}, details, settings, quotas = false }: Command = COMMANDS[name];
  const section = (heading: string, body: string): string => `${paint('bold', heading)}\n${body}`;
  const words = [PROGRAM, name, Object.keys(options).length > 0 && '[OPTIONS]', takes].filter(Boolean);
  const optionRows = Object.entries(options).map(
    ([option, spec]) => [`${spec.short === undefined ? '    ' : ''}${optionText(option, spec)}`, spec.help] as const,
  );
  const rows = [...settingRows(settings), ...(quotas ? QUOTA_ROWS : [])];
  return [
    section('Usage', `  ${words.join(' ')}`),
    `${summary.replace(/^./, (letter) => letter.toUpperCase())}.${details === undefined ? '' : `\n${details}`}`,
    section('Options', table([...optionRows, HELP_OPTION])),
    ...(rows.length > 0 ? [section('Settings (environment variables)', table(rows))] : []),
  ].join('\n\n');
};
