/** A setting is missing or wrong. The message is one line that names it and says what would be right. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting';
}

/** Settings as a runtime has them: the variables of a process, or those of a Worker beside its bindings. */
export type Environment = Readonly<Record<string, unknown>>;

/** The text of a setting, or null when it is not set: empty counts as that. */
export const textOf = (environment: Environment, name: string): string | null => {
  const value = environment[name];
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
};

/** What a setting says, or null when it is not set. */
export const readSetting = <T>(environment: Environment, name: string, parse: (text: string) => T): T | null => {
  const text = textOf(environment, name);
  return text === null ? null : parse(text);
};

/** The words of a list, separated by commas or spaces. */
export const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** A whole number within bounds. */
export const readWhole = (environment: Environment, name: string, least: number, most: number): number | null =>
  readSetting(environment, name, (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new WrongSetting(`${name} is '${text}', but it takes a whole number from ${least} to ${most}.`);
  });

/** An address without credentials, query and fragment; a slash at its end is taken off. It is not quoted: it may hold a password. */
export const readHttpUrl = (environment: Environment, name: string): string | null =>
  readSetting(environment, name, (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const plain = url !== null && url.username === '' && url.password === '' && !/[?#]/.test(text);
    if (plain && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '');
    throw new WrongSetting(`${name} is not an http or https address; write one like https://verify.example.`);
  });

/** One word of a few. */
export const readWord = <T extends string>(environment: Environment, name: string, words: readonly T[]): T | null =>
  readSetting(environment, name, (text) => {
    const word = words.find((one) => one === text);
    if (word !== undefined) return word;
    throw new WrongSetting(`${name} is '${text}', but it takes one of ${words.join(', ')}.`);
  });
