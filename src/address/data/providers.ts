/**
 * Where most people have their mail: a domain that is one slip away from one of these, and not known itself, is an obvious slip. The
 * better known first: a tie goes to the first.
 */
export const LARGE =
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com googlemail.com protonmail.com comcast.net verizon.net yahoo.co.uk hotmail.co.uk yahoo.fr hotmail.fr wanadoo.fr laposte.net gmx.de web.de t-online.de yahoo.co.in yahoo.co.jp yahoo.com.br rediffmail.com'.split(
    ' ',
  );

/** More providers that a slip may have been meant for: only ever a suggestion. */
export const OTHERS =
  'orange.fr libero.it naver.com mail.ru yandex.ru att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net optonline.net rocketmail.com juno.com frontier.com windstream.net roadrunner.com proton.me fastmail.com zoho.com btinternet.com virginmedia.com blueyonder.co.uk talktalk.net ntlworld.com live.co.uk outlook.fr neuf.fr bbox.fr free.fr sfr.fr hotmail.de yahoo.de freenet.de arcor.de outlook.de gmx.net gmx.at bluewin.ch hispeed.ch telenet.be skynet.be proximus.be ziggo.nl kpnmail.nl planet.nl home.nl live.nl hotmail.nl hotmail.it yahoo.it virgilio.it tiscali.it alice.it tin.it hotmail.es yahoo.es telefonica.net sapo.pt uol.com.br bol.com.br terra.com.br outlook.com.br yahoo.com.ar yahoo.com.mx prodigy.net.mx shaw.ca rogers.com sympatico.ca telus.net videotron.ca yahoo.ca bigpond.com optusnet.com.au yahoo.com.au xtra.co.nz yandex.com rambler.ru inbox.ru list.ru seznam.cz centrum.cz interia.pl onet.pl poczta.onet.pl gazeta.pl abv.bg ukr.net hanmail.net daum.net docomo.ne.jp ezweb.ne.jp softbank.ne.jp foxmail.com sina.com aliyun.com yahoo.com.tw yahoo.com.hk yahoo.com.sg yahoo.com.ph yahoo.co.id indiatimes.com'.split(
    ' ',
  );
