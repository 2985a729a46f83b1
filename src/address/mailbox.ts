import { FREE } from './lists/free.js';
import { parseAddress } from './parse.js';

/** Changes a local part, in lower case, into the one that its provider delivers to. */
type Rule = (local: string) => string;

/** Cuts what stands behind a separator. A separator at the start is part of the name. */
const before = (local: string, separator: string): string => {
  const end = local.indexOf(separator);
  return end > 0 ? local.slice(0, end) : local;
};

const asTyped: Rule = (local) => local;
const withoutDetail: Rule = (local) => before(local, '+');
const gmail: Rule = (local) => withoutDetail(local).replaceAll('.', '');
const proton: Rule = (local) => withoutDetail(local).replace(/[._-]/g, '');
const yandex: Rule = (local) => withoutDetail(local).replaceAll('.', '-');
/** `base-keyword` belongs to the one who owns `base-`, and `base` may be somebody else: the hyphen stays. */
const yahoo: Rule = (local) => {
  const base = before(withoutDetail(local), '-');
  return base === withoutDetail(local) ? base : `${base}-`;
};

/** Rules by the domain: the domains of a row are one set of names where `main` is given, else each has its own. */
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
const FASTMAIL =
  'fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.co.uk fastmail.com.au fastmail.de fastmail.us fastmail.to sent.com eml.cc fmail.co.uk mailworks.org ownmail.net'.split(
    ' ',
  );

const BY_DOMAIN: ReadonlyMap<string, { rule: Rule; main: string }> = new Map([
  ...PROVIDERS.flatMap(({ rule, main, domains }) =>
    domains.split(' ').map((domain) => [domain, { rule, main: main ?? domain }] as const),
  ),
  ...FASTMAIL.map((domain) => [domain, { rule: withoutDetail, main: domain }] as const),
]);

/**
 * Mail hosts of providers that cut the detail in their customers' own domains too: Google Workspace, Microsoft 365, Fastmail, iCloud+, Proton,
 * Yandex 360, Zoho. Dots and hyphens are part of the name there.
 */
const CUTS_DETAIL =
  /(^|\.)(aspmx\.l\.google\.com|gmail-smtp-in\.l\.google\.com|smtp\.google\.com|googlemail\.com|protection\.outlook\.com|mx\.microsoft|messagingengine\.com|mail\.icloud\.com|protonmail\.ch|mx\.yandex\.(net|ru)|zoho\.(com|eu|in|jp|com\.au)|zohocloud\.ca)\.?$/i;

/**
 * The one mailbox behind the many ways to write it, to tell sign-ups of one person: never to be shown, written to or put into a form, since it
 * need not be deliverable. Idempotent. Never throws.
 *
 * Two addresses get one key only if their provider delivers both to one account, or gives the character that tells them apart to nobody's
 * name:
 * - Gmail ignores dots and what follows `+`; googlemail.com is gmail.com. Workspace and Microsoft 365 cut at `+`: no name of the first has one; in
 *   the second an administrator can turn it off, and then both names are still of one company.
 * - Outlook.com, iCloud, Fastmail, Zoho, mail.ru, HEY, Posteo, mailbox.org and Runbox cut at `+`; me.com and mac.com are icloud.com.
 * - Fastmail delivers `anything@user.fastmail.com` to `user@fastmail.com`, at its own domains.
 * - Yahoo's names have no hyphen: `base-keyword` are the disposable addresses of one account.
 * - Proton ignores dots, hyphens and underscores, Yandex takes dots for hyphens, each over all of its domains.
 * - Providers of mailboxes ignore letter case.
 * @param address as typed.
 * @param mailRoute `host` is the best mail host of its domain; `''` when unknown, then only the domain tells the provider.
 * @returns for an unknown provider, a local part in quotes or beyond ASCII, the address in normal form; a text that is no address unchanged.
 */
export const canonicalMailbox = (address: string, { host }: { host: string }): string => {
  const parsed = parseAddress(address);
  if (!parsed.ok) return address;
  const at = parsed.ascii.lastIndexOf('@');
  const local = parsed.ascii.slice(0, at);
  const domain = parsed.ascii.slice(at + 1);
  if (!/^[!#-~]+$/.test(local)) return parsed.ascii;

  const dot = domain.indexOf('.');
  const parent = domain.slice(dot + 1);
  if (FASTMAIL.includes(parent)) return `${domain.slice(0, dot)}@${parent}`;
  const provider = BY_DOMAIN.get(domain);
  const rule = provider?.rule ?? (CUTS_DETAIL.test(host) ? withoutDetail : FREE.has(domain) ? asTyped : undefined);
  if (rule === undefined) return parsed.ascii;
  const lower = local.toLowerCase();
  return `${rule(lower) || lower}@${provider?.main ?? domain}`;
};
