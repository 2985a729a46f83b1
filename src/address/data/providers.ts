/**
 * The largest providers, the better known first: a tie goes to the first. A domain that is one edit away from one of these, and not known
 * itself, is an obvious typo.
 */
export const LARGE =
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com googlemail.com protonmail.com comcast.net verizon.net yahoo.co.uk hotmail.co.uk yahoo.fr hotmail.fr wanadoo.fr laposte.net gmx.de web.de t-online.de yahoo.co.in yahoo.co.jp yahoo.com.br rediffmail.com'.split(
    ' ',
  );

/** Smaller providers: suggested, never fixed without asking. */
export const OTHERS = Object.entries({
  fr: 'orange outlook neuf bbox free sfr',
  it: 'libero hotmail yahoo virgilio tiscali alice tin',
  com: 'naver rocketmail juno frontier roadrunner fastmail zoho btinternet virginmedia ntlworld rogers bigpond yandex foxmail sina aliyun indiatimes',
  ru: 'mail yandex rambler inbox list',
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
  'com.ar': 'yahoo',
  'com.mx': 'yahoo',
  'net.mx': 'prodigy',
  ca: 'shaw sympatico videotron yahoo',
  'com.au': 'optusnet yahoo',
  'co.nz': 'xtra',
  cz: 'seznam centrum',
  pl: 'interia onet poczta.onet gazeta',
  bg: 'abv',
  'ne.jp': 'docomo ezweb softbank',
  'com.tw': 'yahoo',
  'com.hk': 'yahoo',
  'com.sg': 'yahoo',
  'com.ph': 'yahoo',
  'co.id': 'yahoo',
}).flatMap(([ending, names]) => names.split(' ').map((name) => `${name}.${ending}`));
