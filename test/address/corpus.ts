/** Domains that people really have mail at: nothing may be suggested for any of them. */
export const LEGITIMATE = `
  globe.com glovo.com haver.com saver.com grail.com 263.com mach.com marc.com olive.com hive.com.mx love.com.au chapter.net carter.net charger.net libera.it
  salice.it calice.it malice.it oranges.fr grange.fr arbor.de accor.de tz-online.de monet.pl photon.me terna.com.br tetra.com.br serra.com.br yahoo.ne.jp
  global.ntt firm.nec zoho.com.au hotmail.co outlook.co example.co hicloud.com proton.me hey.com acme.co company.io yahoo.com.br att.com bt.com mailw.com mask.io libero.it
  company.ai company.app company.dev company.zip company.co company.design company.museum protonmail.com pm.me fastmail.com tuta.com mail.company.co.uk
  gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com me.com mac.com googlemail.com gmx.com gmx.de gmx.net gmx.at gmx.ch web.de
  t-online.de freenet.de arcor.de posteo.de mailbox.org tutanota.com startmail.com runbox.com hushmail.com mailfence.com mailo.com zoho.com zoho.eu zohomail.com
  mail.com email.com usa.com post.com ymail.com rocketmail.com inbox.com lycos.com excite.com aim.com love.com netscape.net compuserve.com juno.com
  netzero.net earthlink.net mindspring.com comcast.net comcast.com verizon.net verizon.com att.net sbcglobal.net bellsouth.net cox.net cox.com charter.net charter.com
  optonline.net optimum.net frontier.com frontiernet.net windstream.net centurylink.net rr.com roadrunner.com rogers.com bell.net bell.ca shaw.ca telus.net sympatico.ca
  videotron.ca cogeco.ca eastlink.ca bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au xtra.co.nz slingshot.co.nz btinternet.com btopenworld.com
  sky.com virginmedia.com virgin.net blueyonder.co.uk ntlworld.com talktalk.net tiscali.co.uk o2.co.uk plus.net yahoo.co.uk hotmail.co.uk live.co.uk aol.co.uk
  yahoo.fr hotmail.fr live.fr outlook.fr orange.fr wanadoo.fr free.fr sfr.fr laposte.net neuf.fr bbox.fr numericable.fr aliceadsl.fr club-internet.fr
  yahoo.de hotmail.de live.de outlook.de aol.de mail.de online.de kabelmail.de bluewin.ch hispeed.ch sunrise.ch gmx.li telenet.be skynet.be proximus.be
  hotmail.be outlook.be live.be ziggo.nl kpnmail.nl planet.nl home.nl xs4all.nl hetnet.nl chello.nl live.nl hotmail.nl outlook.nl casema.nl
  hotmail.it yahoo.it outlook.it live.it virgilio.it tiscali.it alice.it tin.it tim.it fastwebnet.it email.it poste.it inwind.it iol.it
  hotmail.es yahoo.es outlook.es telefonica.net ono.com sapo.pt outlook.pt live.com.pt hotmail.com.br uol.com.br bol.com.br terra.com.br ig.com.br globo.com r7.com
  outlook.com.br yahoo.com.mx yahoo.com.ar yahoo.com.co hotmail.com.ar outlook.com.ar live.com.mx prodigy.net.mx yahoo.cl outlook.cl une.net.co
  hotmail.dk hotmail.se hotmail.no yahoo.se yahoo.no yahoo.dk live.se live.dk live.no outlook.dk telia.com spray.se online.no hotmail.fi
  wp.pl o2.pl onet.pl op.pl interia.pl gazeta.pl tlen.pl seznam.cz centrum.cz email.cz post.cz azet.sk zoznam.sk freemail.hu citromail.hu abv.bg mail.bg
  mail.ru bk.ru list.ru inbox.ru yandex.ru yandex.com ya.ru rambler.ru gmail.ru ukr.net i.ua meta.ua bigmir.net inbox.lv inbox.lt mail.ee
  qq.com 163.com 126.com 139.com sina.com sina.cn sohu.com foxmail.com aliyun.com yeah.net naver.com hanmail.net daum.net nate.com
  yahoo.co.jp docomo.ne.jp ezweb.ne.jp softbank.ne.jp i.softbank.jp au.com nifty.com rediffmail.com yahoo.in yahoo.co.in outlook.in sify.com indiatimes.com
  yahoo.com.tw yahoo.com.hk yahoo.com.sg yahoo.com.ph yahoo.com.vn yahoo.co.id yahoo.com.my hotmail.co.th walla.co.il walla.com bezeqint.net mynet.com
  riseup.net disroot.org cock.li duck.com mozmail.com privaterelay.appleid.com simplelogin.com anonaddy.com passmail.net
  qmail.com tmail.com xmail.com kmail.com pcloud.com cloud.com ucloud.cn gail.com never.com coxmail.com eastmail.com earthling.net prontomail.com
  line.me line.com like.com give.com five.com alive.com olive.com lime.com fail.com ml.com mns.com msm.com nsn.com oal.com gm.com ge.com ao.com ol.com
  google.com googlegroups.com apple.com microsoft.com amazon.com facebook.com fb.com meta.com x.com github.com gitlab.com stripe.com shopify.com paypal.com
  hotels.com hotel.com outdoor.com outlook.office.com mailchimp.com mailgun.com sendgrid.com yammer.com yelp.com yandex.kz garmin.com gmac.com goal.com small.com
  mit.edu stanford.edu ox.ac.uk cam.ac.uk ethz.ch tum.de u-tokyo.ac.jp nhs.net nhs.uk gov.uk europa.eu army.mil nasa.gov admin.ch
  firma.de firma.at firma.com.au betrieb.co mein.shop kanzlei.legal studio.photography agence.paris bank.ne kunde.om unternehmen.cm institut.et
  münchen.de 例子.广告 xn--mnchen-3ya.de con.com net.com com.org conference.org
`
  .trim()
  .split(/\s+/);

/** Mistyped domains, by the domain that was meant. `?` marks a typo that must not be fixed without asking. */
const TYPOS: Record<string, string> = {
  'gmail.com':
    'gmial.com gamil.com gmal.com ?gmai.com ?gmil.com ?gmaill.com ?ggmail.com gmaiil.com gmailc.om gmali.com gnail.com gmsil.com gmaik.com gmaol.com ?gmaul.com gmsail.com gmaal.com gmail.con gmail.cmo gmail.comm gmail.co gmail.cm gmail.om gmail.vom gmail.xom gmailcom gmail,com gmail..com gmial.con ?gmil.con GMIAL.COM ?hmail.com ?gmail.net ?gmail.org ?gmail.co.uk ?gmail ?gamil.co ?gmila.com',
  'googlemail.com': 'googlemial.com goglemail.com googlemail.co googlemail.con ?googlemail.net ?goooglemal.com',
  'yahoo.com':
    'yaho.com ?yahooo.com yhaoo.com yahho.com yajoo.com yhoo.com yahoo.con yahoo.cmo yahoo.co yahoo.cm yaoo.com ayhoo.com ?yahooo.cmo ?tahoo.com ?yhooo.com',
  'hotmail.com':
    'hotmial.com hotmal.com hotmai.com ?hotmil.com ?hotmaill.com hotamail.com hotmaik.com hotnail.com hoymail.com ?hitmail.com htomail.com otmail.com homtail.com hotmail.con hotmail.cmo hotmial.con ?jotmail.com ?htomali.com ?hotmail.net ?hotmail.vim ?hotmail.cpn ?hotmail.com.com ?hotmail.com.con ?hotmail.com.hotmail.com ?www.hotmial.com',
  'outlook.com':
    'outlok.com outloo.com ?outllok.com outlool.com oultook.com otulook.com outlook.con outlook.cmo ?outlook.net ?putlook.com',
  'icloud.com': '?icloudd.com ?xicloud.com iclod.com icoud.com iclould.com icluod.com icloud.con icloud.co ?icloud.net',
  'mac.com': '?ma.ccom',
  'orange.fr': '?orange.ft',
  'gmx.de': '?gmx.dr gmx.dee ?gmxx.de',
  'web.de': '?web.dr ?weeb.de ?web.de.con ?web.de.de ?www.web.de',
  'proton.me': '?proton.em ?protn.me',
  'qq.com': 'qq.con ?qqcom',
  'yahoo.com.ar': '?yaho.com.ar ?yahoo.comar ?yahoo.con.ar ?yahoo.com.ar.ar',
  'hotmail.se': '?hotmai.se',
  'aol.com': 'aol.con aol.cmo ?aol.co ?aol.cm ?aol.net',
  'live.com': 'live.con ?live.co live.cmo',
  'msn.com': 'msn.con msn.cmo',
  'protonmail.com': 'protonmal.com protonmial.com protonmail.con',
  'comcast.net': 'comcat.net comcst.net concast.net comcast.ney comcastn.et comcast.nte',
  'verizon.net': 'verzon.net verison.net verizon.ent',
  'yahoo.co.uk': 'yaho.co.uk yahoo.couk ?yahoo.co.ik yahoo.com.uk',
  'hotmail.co.uk': 'hotmial.co.uk hotmail.couk hotmai.co.uk',
  'hotmail.fr': 'hotmial.fr hotmai.fr hotmail.frr',
  'wanadoo.fr': 'wandoo.fr wanado.fr',
  'laposte.net': 'lapost.net laposte.nte',
  't-online.de': 't-onlin.de t-onlne.de',
  'yahoo.com.br': 'yaho.com.br yahoo.combr',
  'sbcglobal.net': '?sbcglobl.net ?sbcgloabl.net',
  'btinternet.com': '?btinternt.com ?btintenet.com btinternet.con',
  'firma.com': 'firma.con firma.cmo firma.vom firma.comm firma,com',
  'firma.org': 'firma.ogr firma.orgg',
  'firma.net': 'firma.nte firma.ent',
  'firma.co.uk': 'firma.couk firma.co.ukk',
  'con-artists.com': 'con-artists.con',
  'mail.firma.com': 'mail.firma.con mail.firma.cmo',
  'mail.com': 'mail.con',
};

export interface Typo {
  typed: string;
  meant: string;
  /** True if it may be fixed without asking. */
  certain: boolean;
}

export const TYPED_WRONG: readonly Typo[] = Object.entries(TYPOS).flatMap(([meant, typed]) =>
  typed.split(' ').map((one) => ({ typed: one.replace('?', ''), meant, certain: !one.startsWith('?') })),
);
