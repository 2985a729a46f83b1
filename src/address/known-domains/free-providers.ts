import { LARGE, OTHERS } from '../data/providers.js';

/** Providers with a domain in many countries: the name and its endings. */
const SUFFIXES_BY_NAME: Record<string, string> = {
  yahoo:
    'at be bg ca ch cl cn co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com com.ar com.au com.br com.cn com.co com.hk com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ua com.ve com.vn cz de dk ee es fi fr gr hr hu ie in it jp lt lv nl no pl pt ro rs ru se si sk',
  hotmail:
    'at be ca ch cl co co.id co.il co.jp co.kr co.nz co.th co.uk co.za com com.ar com.au com.br com.hk com.mx com.tr com.tw com.vn cz de dk ee es fi fr gr hk hu ie it jp lt lv my net nl no ph pt rs se sg sk',
  live: 'at be ca ch cl cn co.kr co.uk co.za com com.ar com.au com.mx com.my com.ph com.pk com.pt com.sg cz de dk fi fr hk ie in it jp nl no ph pt ru se',
  outlook:
    'at be bg cl co co.id co.il co.nz co.th com com.ar com.au com.br com.cn com.es com.gr com.hr com.mx com.pe com.pl com.pt com.tr com.ua com.vn cz de dk ee es fi fr hu ie in it jp kr lt lv my nl ph pl pt ro sa se sg si sk',
  gmx: 'at biz ch cn co co.in co.uk com com.br com.my com.tr de es eu fr hk ie info it li lu net org ph pt ru se sg tw us',
  msn: 'co.uk com com.br com.mx de it nl',
  aol: 'at be ca ch cl co.nz co.uk com com.ar com.au com.br com.mx cz de dk es fi fr hk in it jp kr nl pl ru se tw',
  yandex: 'by com com.tr fr kz ru ua uz',
  tutanota: 'com de',
  protonmail: 'ch com',
  zoho: 'com eu in com.au',
};

/** Free providers that are not in the lists of providers for typos. */
const MORE =
  '126.com 139.com 163.com 189.cn 1und1.de abv.bg accountant.com adelphia.net aeiou.pt aim.com airmail.net arnet.com.ar aon.at ' +
  'bellatlantic.net bezeqint.net bigfoot.com bigmir.net bigpond.net.au bk.ru blueyonder.com bluemail.ch btopenworld.com cableone.net ' +
  'caramail.com centurylink.net centurytel.net cegetel.net chello.at chello.nl citromail.hu club-internet.fr cogeco.ca compuserve.com consultant.com cs.com ' +
  'cytanet.com.cy dbmail.com disroot.org dodo.com.au doctor.com eclipso.eu email.com email.cz email.de email.it embarqmail.com engineer.com europe.com excite.com excite.it ' +
  'fastmail.fm fastweb.it freemail.hu freemail.gr frontiernet.net fuse.net gmail.ru globo.com globomail.com gmx-topmail.de go.com go2.pl gportal.hu hetnet.nl ' +
  'hey.com hot.ee hotbot.com hushmail.com i.ua iafrica.com icqmail.com ig.com.br iinet.net.au in.com inbox.com inbox.lt inbox.lv india.com indamail.hu ' +
  'infonie.fr iol.it iol.pt iprimus.com.au keemail.me kolabnow.com kpnplanet.nl kabelmail.de latinmail.com lavabit.com lawyer.com letterboxes.org libertysurf.fr ' +
  'linuxmail.org list.ru love.com lycos.com lycos.de lycos.es lycos.it mac.com mail.bg mail.com mail.de mail.ee mail.kz mail.ua mailbox.org mailfence.com mailo.com mailo.fr ' +
  'me.com meta.ua mindspring.com mweb.co.za mynet.com nate.com netcourrier.com netscape.com netscape.net netzero.com netzero.net noos.fr ntlworld.com numericable.fr nycap.rr.com o2.co.uk o2.pl ' +
  'online.de op.pl optimum.net outlook.jp ozemail.com.au pacbell.net peoplepc.com personal.ro pm.me pobox.com pobox.sk pochta.ru post.com posteo.at posteo.ch posteo.de posteo.net privatemail.com prodigy.net ' +
  'protonmail.ch qq.com quicknet.nl r7.com rambler.ua rcn.com riseup.net rocketmail.com rr.com runbox.com saunalahti.fi sbb.rs scarlet.be sify.com sina.cn sky.com snet.net sohu.com spray.se startmail.com ' +
  'superonline.com supanet.com swissonline.ch swbell.net tds.net teleline.es telia.com telefonica.es terra.com terra.es tim.it tiscali.co.uk tiscali.fr tlen.pl tom.com topmail.sk tpg.com.au tuta.com tuta.io tutamail.com ' +
  'tvcablenet.be usa.com usa.net vip.163.com vip.qq.com virgin.net vodafone.it vodafone.nl voila.fr volny.cz vp.pl walla.co.il walla.com wanadoo.es webmail.co.za westnet.com.au wow.com wowway.com wp.pl ' +
  'hush.ai hush.com hushmail.me internet.ru mail2world.com myyahoo.com sdf.org xs4all.nl ya.ru ya.com yandex.kz yeah.net ymail.com zipmail.com.br zonnet.nl zohomail.com zohomail.eu zoznam.sk';

const free = new Set([
  ...LARGE,
  ...OTHERS,
  ...MORE.split(' '),
  ...Object.entries(SUFFIXES_BY_NAME).flatMap(([name, endings]) =>
    endings.split(' ').map((ending) => `${name}.${ending}`),
  ),
]);

/** Domains of mailbox providers: free, or part of an Internet access plan. Their subdomains do not count. */
export const FREE: ReadonlySet<string> = free;

/** Takes other domains in place of those of this release, for the whole process. */
export const setFreeProviders = (domains: readonly string[]): void => {
  free.clear();
  for (const domain of domains) free.add(domain);
};
