import { readSetting, type Environment, type SettingName, type SettingValue } from './settings.js';
import { StartupError } from './startup-error.js';

type Readers = Record<string, () => unknown>;
type Read<R extends Readers> = { [N in keyof R]: ReturnType<R[N]> };

/**
 * Calls readers of settings, all of them even after one has failed.
 * @throws StartupError with the lines of all that failed, each line once.
 */
export const readAll = <R extends Readers>(readers: R): Read<R> => {
  const lines = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    try {
      values[name] = read();
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      for (const line of error.message.split('\n')) lines.add(line);
    }
  }
  if (lines.size > 0) throw new StartupError([...lines].join('\n'));
  return values as Read<R>;
};

/**
 * Reads settings.
 * @param names the setting of each member.
 * @throws StartupError with a line for each wrong one, which names it and says what would be right.
 */
export const readSettings = <N extends Record<string, SettingName>>(
  environment: Environment,
  names: N,
): { [Member in keyof N]: SettingValue<N[Member]> } =>
  readAll(
    Object.fromEntries(Object.entries(names).map(([member, name]) => [member, () => readSetting(environment, name)])),
  ) as { [Member in keyof N]: SettingValue<N[Member]> };
