/**
 * The largest providers, the better known first: a tie goes to the first. A domain that is one edit away from one of these may be an
 * obvious typo.
 */
export const LARGE =
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com googlemail.com protonmail.com comcast.net verizon.net yahoo.co.uk hotmail.co.uk yahoo.fr hotmail.fr wanadoo.fr laposte.net gmx.de web.de t-online.de yahoo.co.in yahoo.co.jp yahoo.com.br rediffmail.com'.split(
    ' ',
  );

/** Smaller providers: suggested, never fixed without asking. */
export const OTHERS = Object.entries({
  com: 'qq 163 126 me mac naver ymail rocketmail juno frontier roadrunner fastmail zoho btinternet virginmedia ntlworld rogers bigpond yandex foxmail sina sohu aliyun indiatimes tutanota mail',
  ru: 'mail yandex rambler inbox list bk',
  fr: 'orange outlook neuf bbox free sfr live',
  it: 'libero hotmail yahoo virgilio tiscali alice tin',
  net: 'att sbcglobal bellsouth cox charter earthlink optonline windstream talktalk gmx telefonica telus ukr hanmail daum',
  me: 'proton',
  'co.uk': 'blueyonder live',
  de: 'hotmail yahoo freenet arcor outlook',
  at: 'gmx',
  ch: 'bluewin hispeed',
  be: 'telenet skynet proximus',
  nl: 'ziggo kpnmail planet home live hotmail',
  es: 'hotmail yahoo',
  pt: 'sapo',
  'com.br': 'uol bol terra outlook',
  'net.mx': 'prodigy',
  ca: 'shaw sympatico videotron yahoo',
  'com.au': 'optusnet yahoo',
  'co.nz': 'xtra',
  cz: 'seznam centrum',
  pl: 'wp o2 interia onet poczta.onet gazeta',
  bg: 'abv',
  'ne.jp': 'docomo ezweb softbank',
}).flatMap(([ending, names]) => names.split(' ').map((name) => `${name}.${ending}`));

/** All of them, for looking one up. */
export const PROVIDERS: ReadonlySet<string> = new Set([...LARGE, ...OTHERS]);

/** Providers that have a domain in most countries. */
export const NATIONAL_PROVIDERS = /^(yahoo|hotmail|live|outlook|gmx|msn|aol|yandex)$/;
