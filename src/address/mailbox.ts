import { FREE } from './known-domains/free-providers.js';
import { parseAddress, type ParsedAddress } from './parse.js';

/** Changes a lower-case local part into the one to which its provider delivers. */
type Rule = (local: string) => string;

/** Removes the text from a separator on. A separator at the start is part of the name. */
const before = (local: string, separator: string): string => {
  const end = local.indexOf(separator);
  return end > 0 ? local.slice(0, end) : local;
};

const asTyped: Rule = (local) => local;
const withoutDetail: Rule = (local) => before(local, '+');
const gmail: Rule = (local) => withoutDetail(local).replaceAll('.', '');
const proton: Rule = (local) => withoutDetail(local).replace(/[._-]/g, '');
const yandex: Rule = (local) => withoutDetail(local).replaceAll('.', '-');
/** `base-keyword` belongs to the owner of `base-`, and `base` may be somebody else: the hyphen stays. */
const yahoo: Rule = (local) => {
  const base = before(withoutDetail(local), '-');
  return base === withoutDetail(local) ? base : `${base}-`;
};

/** Rules by domain. With `main`, all domains of a row share their names; without it, each domain has its own. */
const PROVIDERS: readonly { rule: Rule; main?: string; domains: string }[] = [
  { rule: gmail, main: 'gmail.com', domains: 'gmail.com googlemail.com' },
  { rule: withoutDetail, main: 'icloud.com', domains: 'icloud.com me.com mac.com' },
  { rule: proton, main: 'proton.me', domains: 'proton.me protonmail.com protonmail.ch pm.me' },
  { rule: yandex, main: 'yandex.ru', domains: 'yandex.ru yandex.com yandex.by yandex.kz yandex.ua ya.ru' },
  {
    // Not yahoo.co.jp, which is another company.
    rule: yahoo,
    domains:
      'yahoo.com ymail.com rocketmail.com myyahoo.com yahoo.ca yahoo.co.id yahoo.co.in yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.co.za yahoo.com.ar ' +
      'yahoo.com.au yahoo.com.br yahoo.com.co yahoo.com.hk yahoo.com.mx yahoo.com.my yahoo.com.pe yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw ' +
      'yahoo.com.vn yahoo.de yahoo.dk yahoo.es yahoo.fi yahoo.fr yahoo.gr yahoo.ie yahoo.in yahoo.it yahoo.nl yahoo.no yahoo.pl yahoo.ro yahoo.se',
  },
  {
    rule: withoutDetail,
    domains:
      'outlook.com hotmail.com live.com msn.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es live.co.uk live.fr live.nl outlook.de outlook.fr ' +
      'outlook.es outlook.it zoho.com zoho.eu zohomail.com zohomail.eu mail.ru inbox.ru list.ru bk.ru internet.ru hey.com posteo.de posteo.net mailbox.org runbox.com',
  },
];

/** Fastmail's own domains, where `anything@user.fastmail.com` is `user@fastmail.com`. */
const FASTMAIL: ReadonlySet<string> = new Set(
  'fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.co.uk fastmail.com.au fastmail.de fastmail.us fastmail.to sent.com eml.cc fmail.co.uk mailworks.org ownmail.net'.split(
    ' ',
  ),
);

const BY_DOMAIN: ReadonlyMap<string, { rule: Rule; main: string }> = new Map([
  ...PROVIDERS.flatMap(({ rule, main, domains }) =>
    domains.split(' ').map((domain) => [domain, { rule, main: main ?? domain }] as const),
  ),
  ...[...FASTMAIL].map((domain) => [domain, { rule: withoutDetail, main: domain }] as const),
]);

/**
 * Mail hosts of providers that ignore the detail in their customers' own domains too: Google Workspace, Microsoft 365,
 * Fastmail, iCloud+, Proton, Yandex 360, Zoho. Dots and hyphens are part of the name there.
 */
const CUTS_DETAIL =
  /(^|\.)(aspmx\.l\.google\.com|gmail-smtp-in\.l\.google\.com|smtp\.google\.com|googlemail\.com|protection\.outlook\.com|mx\.microsoft|messagingengine\.com|mail\.icloud\.com|protonmail\.ch|mx\.yandex\.(net|ru)|zoho\.(com|eu|in|jp|com\.au)|zohocloud\.ca)\.?$/i;

/** {@link canonicalMailbox} of an address in normal form. */
const canonicalOf = (ascii: string, host: string): string => {
  const at = ascii.lastIndexOf('@');
  const local = ascii.slice(0, at);
  const domain = ascii.slice(at + 1);
  if (!/^[!#-~]+$/.test(local)) return ascii;

  const dot = domain.indexOf('.');
  const parent = domain.slice(dot + 1);
  if (FASTMAIL.has(parent)) return `${domain.slice(0, dot)}@${parent}`;
  const provider = BY_DOMAIN.get(domain);
  const rule = provider?.rule ?? (CUTS_DETAIL.test(host) ? withoutDetail : FREE.has(domain) ? asTyped : undefined);
  if (rule === undefined) return ascii;
  const lower = local.toLowerCase();
  return `${rule(lower) || lower}@${provider?.main ?? domain}`;
};

/**
 * {@link canonicalMailbox} of a parsed address without its mail host and letter case: one text for all spellings by which
 * people write one mailbox.
 */
export const caselessMailbox = ({ ascii }: ParsedAddress): string => canonicalOf(ascii.toLowerCase(), '');

/**
 * The canonical form of a mailbox, the same for all spellings of its address, to recognise sign-ups of one person.
 * Never show it, send mail to it or put it into a form: it need not be deliverable. Idempotent. Never throws.
 *
 * Two addresses have the same form only if their provider delivers both to one account, or allows the character that
 * distinguishes them in no name:
 * - Gmail ignores dots and a detail after `+`; googlemail.com is gmail.com. Workspace and Microsoft 365 ignore the
 *   detail too. Names of Workspace have no `+`; in Microsoft 365 an administrator can allow it, and then both names
 *   belong to one company.
 * - Outlook.com, iCloud, Fastmail, Zoho, mail.ru, HEY, Posteo, mailbox.org and Runbox ignore the detail; me.com and
 *   mac.com are icloud.com.
 * - Fastmail delivers `anything@user.fastmail.com` to `user@fastmail.com`, at its own domains.
 * - Yahoo's names have no hyphen: `base-keyword` are the disposable addresses of one account.
 * - Proton ignores dots, hyphens and underscores, Yandex treats dots as hyphens, each across all of its domains.
 * - Providers of mailboxes ignore letter case.
 * @param address as typed.
 * @param mailRoute `host` is the best mail host of its domain; `''` if unknown, then only the domain identifies the
 * provider.
 * @returns the address in normal form for an unknown provider, a quoted or a non-ASCII local part; text that is not an
 * address unchanged.
 */
export const canonicalMailbox = (address: string, { host }: { host: string }): string => {
  const parsed = parseAddress(address);
  return parsed.ok ? canonicalOf(parsed.ascii, host) : address;
};
