import type { Status } from '../../../protocol/index.js';

/** Not in file names on some system, or not seen in them: controls, direction marks, separators. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;
const MAX_LENGTH = 100;

/** The endings of files that are read as lists. */
const ENDING = /\.(?:csv|tsv|tab|txt|xls[xm]|ods|vcf|vcard|json|ndjson|jsonl)$/i;

/**
 * The header `Content-Disposition` (RFC 6266) of the results of a list.
 * @param name the name of the uploaded file: `kunden.csv` is downloaded as `kunden-verified.csv`.
 * @param statuses those that were asked for, which the name tells: `kunden-verified-risky.csv`; null: all rows.
 */
export const attachment = (
  name: string,
  ending: 'csv' | 'json' | 'xlsx',
  statuses: readonly Status[] | null,
): string => {
  const stem = name.replace(ENDING, '');
  const safe = Array.from(stem.replaceAll(UNSAFE, '_'))
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  const whole = `${[safe || 'list', 'verified', ...(statuses ?? [])].join('-')}.${ending}`;
  const ascii = whole.replaceAll(/[^ -~]|%/g, '_');
  const encoded = encodeURIComponent(whole).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
