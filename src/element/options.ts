import { DEFAULT_POLICY, unknownPolicyWords, type PolicyWord } from '../protocol/index.js';
import { milliseconds } from './milliseconds-option.js';
import { warnOnce } from './warn-once.js';

/** The options of a field, as read from the element. Times are in milliseconds. */
export interface FieldOptions {
  readonly typos: 'fix' | 'suggest' | 'off';
  readonly validateOn: 'input' | 'blur' | 'submit';
  readonly privacy: 'off' | 'hashed-domain' | 'local';
  readonly outcomes: 'auto' | 'on' | 'off';
  /** Per cent. */
  readonly holdout: number;
  readonly debounce: number;
  readonly timeout: number;
  readonly hold: number;
  readonly whenUnavailable: 'allow' | 'block';
  readonly block: readonly PolicyWord[];
  readonly warn: readonly PolicyWord[];
  readonly allowDomains: readonly string[];
  readonly override: boolean;
}

/** The properties as a page has set them: possibly null, a number as text, or anything else. */
export type RawOptions = { readonly [name in keyof FieldOptions]: unknown };

/** The keywords of each option that has a closed list; the first is the default. */
const KEYWORDS = {
  typos: ['fix', 'suggest', 'off'],
  validateOn: ['input', 'blur', 'submit'],
  privacy: ['off', 'hashed-domain', 'local'],
  outcomes: ['auto', 'on', 'off'],
  whenUnavailable: ['allow', 'block'],
} as const;

const DEFAULT_MS = { debounce: 400, timeout: 5000, hold: 3000 };

/** The properties' defaults, which a removed attribute and a framework's null restore. */
export const DEFAULTS = {
  endpoint: '',
  htmlFor: '',
  placement: 'line',
  messageTarget: '',
  receiptTarget: '',
  ownership: '',
  typos: KEYWORDS.typos[0],
  validateOn: KEYWORDS.validateOn[0],
  privacy: KEYWORDS.privacy[0],
  outcomes: KEYWORDS.outcomes[0],
  holdout: 0,
  ...DEFAULT_MS,
  whenUnavailable: KEYWORDS.whenUnavailable[0],
  block: DEFAULT_POLICY.block.join(' '),
  warn: DEFAULT_POLICY.warn.join(' '),
  allowDomains: '',
  override: false,
  debug: false,
} as const;

const isUnset = (value: unknown): boolean => value === null || value === undefined || value === '';

const list = (value: unknown, standard: readonly string[]): readonly string[] =>
  value === null || value === undefined
    ? standard
    : ((value as { toString: () => string }).toString().match(/[^\s,]+/g) ?? []);

/**
 * Reads an element's options, each at every access, since they may change at any time. An unset or invalid value is
 * replaced by the default; the page's author is warned of an invalid one.
 */
export const readOptions = (raw: RawOptions): FieldOptions => {
  /** @param fallback stands for an invalid value. */
  const keyword = <N extends keyof typeof KEYWORDS>(
    name: N,
    fallback: (typeof KEYWORDS)[N][number] = KEYWORDS[name][0],
  ): (typeof KEYWORDS)[N][number] => {
    const value = raw[name];
    if (isUnset(value)) return KEYWORDS[name][0];
    const keywords: readonly (typeof KEYWORDS)[N][number][] = KEYWORDS[name];
    const known = keywords.find((one) => one === value);
    if (known === undefined) warnOnce(`${name} must be one of ${keywords.join(', ')}, got "${String(value)}".`);
    return known ?? fallback;
  };
  const time = (name: keyof typeof DEFAULT_MS): number => {
    const value = raw[name];
    const ms = milliseconds(value, NaN);
    if (ms >= 0) return ms;
    if (!isUnset(value)) warnOnce(`${name} must be milliseconds, 0 or more, got "${String(value)}".`);
    return DEFAULT_MS[name];
  };
  const policyWords = (name: 'block' | 'warn'): readonly PolicyWord[] => {
    const words = list(raw[name], DEFAULT_POLICY[name]);
    for (const unknown of unknownPolicyWords(words))
      warnOnce(`${name}: "${unknown}" is not a known status, quality or code.`);
    return words;
  };
  return {
    get typos() {
      return keyword('typos');
    },
    get validateOn() {
      return keyword('validateOn');
    },
    get privacy() {
      // A misspelt wish for privacy is one.
      return keyword('privacy', 'local');
    },
    get outcomes() {
      return keyword('outcomes');
    },
    get holdout() {
      const percent = Number(raw.holdout);
      if (percent >= 0 && percent <= 100) return percent;
      warnOnce(`holdout must be a number from 0 to 100, got "${String(raw.holdout)}".`);
      return DEFAULTS.holdout;
    },
    get debounce() {
      return time('debounce');
    },
    get timeout() {
      return time('timeout');
    },
    get hold() {
      return time('hold');
    },
    get whenUnavailable() {
      return keyword('whenUnavailable');
    },
    get block() {
      return policyWords('block');
    },
    get warn() {
      return policyWords('warn');
    },
    get allowDomains() {
      return list(raw.allowDomains, []);
    },
    get override() {
      return !isUnset(raw.override) && raw.override !== false && raw.override !== 'false';
    },
  };
};
