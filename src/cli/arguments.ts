import { parseArgs } from 'node:util';
import { StartupError } from '../config/startup-error.js';
import { closestWord } from './closest-word.js';

/** The command that runs this program. It has the package's name: on npm, `email-verify` is another package. */
export const PROGRAM = 'npx email-verify-server';

/** An option of a command. */
export interface Option {
  type: 'string' | 'boolean';
  /** Its short name, a letter. */
  short?: string;
  /** The word for its value in the help. */
  value?: string;
  /** A line of help. */
  help: string;
}

export type Options = Readonly<Record<string, Option>>;

/** The given values of options. */
export type Values<O extends Options> = { [N in keyof O]?: O[N]['type'] extends 'string' ? string : boolean };

/** The notation of an option in the help: `-o, --output FILE`. */
export const optionText = (name: string, { short, value }: Pick<Option, 'short' | 'value'>): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;

/** ` Did you mean X?`, or the command that lists all words. */
export const didYouMean = (typed: string, words: Iterable<string>, prefix: string, command: string): string => {
  const word = closestWord(typed, words);
  return word === null ? `${PROGRAM}${command && ` ${command}`} --help lists them.` : `Did you mean ${prefix}${word}?`;
};

/** The arguments with one dash before a word. `-json` would be read as four options. */
const oneDash = (args: readonly string[], options: Options): string[] => {
  const end = args.indexOf('--');
  const shorts = new Set(Object.values(options).map(({ short }) => short));
  return args.slice(0, end < 0 ? undefined : end).filter((arg) => /^-[a-z][\w-]/i.test(arg) && !shorts.has(arg[1]));
};

/**
 * Reads the arguments of a command.
 * @param takesArguments true if it takes arguments other than options.
 * @throws StartupError with a line for each unknown option, missing value and surplus argument, and what would be
 * right.
 */
export const readArguments = <O extends Options>(
  command: string,
  args: string[],
  options: O,
  takesArguments = false,
): { values: Values<O>; positionals: string[] } => {
  const names = Object.keys(options);
  const noOption = (typed: string): string =>
    `${command} has no option ${typed}. ${didYouMean(typed.replace(/^-+/, ''), names, '--', command)}`;
  const wrong = oneDash(args, options);
  if (wrong.length > 0) throw new StartupError(wrong.map(noOption).join('\n'));
  const { values, positionals, tokens } = parseArgs({
    args,
    options,
    strict: false,
    tokens: true,
  });
  /** The argument behind an unknown option is probably its value: the option alone is reported. */
  const isValueOfUnknown = (at: number): boolean => {
    const before = tokens[at - 1];
    return before?.kind === 'option' && !options[before.name] && !before.inlineValue;
  };
  const lines = tokens.flatMap((token, at) => {
    if (token.kind === 'positional')
      return takesArguments || isValueOfUnknown(at)
        ? []
        : [`${command} takes no argument, got ${JSON.stringify(token.value)}.`];
    if (token.kind === 'option-terminator') return [];
    const { name, rawName, value, inlineValue } = token;
    const option = options[name];
    if (!option) return [noOption(rawName)];
    if (option.type === 'boolean')
      return value === undefined ? [] : [`${rawName} takes no value, got ${JSON.stringify(value)}.`];
    if (value === undefined) return [`${rawName} needs a value: ${optionText(name, option)}.`];
    const isOption = !inlineValue && value.length > 1 && value.startsWith('-');
    return isOption ? [`${rawName} needs a value, got ${value}; if that is meant, write --${name}=${value}.`] : [];
  });
  if (lines.length > 0) throw new StartupError(lines.join('\n'));
  return { values: values, positionals };
};
