/**
 * The largest providers, in order of popularity: a tie goes to the first. A domain that is one edit away from one of
 * these may be an obvious typo.
 */
export const LARGE =
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com googlemail.com protonmail.com comcast.net verizon.net yahoo.co.uk hotmail.co.uk yahoo.fr hotmail.fr wanadoo.fr laposte.net gmx.de web.de t-online.de yahoo.co.in yahoo.co.jp yahoo.com.br rediffmail.com'.split(
    ' ',
  );

/** Smaller providers: suggested, never fixed without asking. */
export const OTHERS = Object.entries({
  com: 'qq 163 126 me mac naver ymail rocketmail juno frontier roadrunner fastmail zoho btinternet virginmedia ntlworld rogers bigpond foxmail sina sohu aliyun indiatimes tutanota mail windowslive globo',
  ru: 'mail yandex rambler inbox list bk',
  fr: 'orange neuf bbox free sfr',
  it: 'libero virgilio tiscali alice tin',
  net: 'att sbcglobal bellsouth cox charter earthlink optonline windstream talktalk telefonica telus ukr hanmail daum',
  me: 'proton',
  'co.uk': 'blueyonder',
  de: 'freenet arcor',
  ch: 'bluewin hispeed',
  be: 'telenet skynet proximus',
  nl: 'ziggo kpnmail planet home',
  pt: 'sapo',
  'com.br': 'uol bol terra',
  'net.mx': 'prodigy',
  ca: 'shaw sympatico videotron',
  'com.au': 'optusnet',
  hu: 'freemail',
  'co.nz': 'xtra',
  cz: 'seznam centrum',
  pl: 'wp o2 interia onet poczta.onet gazeta',
  bg: 'abv',
  'ne.jp': 'docomo ezweb softbank',
}).flatMap(([ending, names]) => names.split(' ').map((name) => `${name}.${ending}`));

/** Providers that have a domain in most countries, and the suffixes of those that many people use. */
const NATIONAL = Object.entries({
  yahoo:
    'de es it ca gr ie dk se no pl ro com.ar com.au com.mx com.tr com.tw com.hk com.sg com.my com.ph com.vn com.co com.pe com.ve co.id co.nz co.kr co.th co.za co.il in ne.jp',
  hotmail:
    'de es it nl be se no dk ch gr ca com.ar com.br com.mx com.tr com.tw com.au com.hk co.jp co.th co.kr co.nz co.id co.za co.il',
  live: 'fr de it nl be se no dk ca ie at cl ru co.uk co.za co.kr com.au com.mx com.ar com.pt com.sg com.my jp hk cn',
  outlook:
    'fr de es it be dk ie pt cz at cl sa in jp kr sg my ph hu lv co.th co.id co.il com.br com.ar com.tr com.vn com.au com.gr',
  gmx: 'at ch fr es net co.uk us',
  msn: 'cn nl',
  aol: 'de fr it es co.uk com.br',
  yandex: 'com by kz ua com.tr',
});

/** The names of the national providers. */
export const NATIONAL_NAMES: readonly string[] = NATIONAL.map(([name]) => name);

/** The domains of all providers. */
export const PROVIDERS: ReadonlySet<string> = new Set([
  ...LARGE,
  ...OTHERS,
  ...NATIONAL.flatMap(([name, suffixes]) => suffixes.split(' ').map((suffix) => `${name}.${suffix}`)),
]);
