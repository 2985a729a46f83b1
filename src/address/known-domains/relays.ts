/**
 * Services that forward mail to a hidden real mailbox, including their subdomains. Not disposable: the mail keeps
 * arriving. Apple, DuckDuckGo, Firefox Relay, SimpleLogin, addy.io, Proton Pass, Cloaked, IronVest, erine.email,
 * 33mail, Burner Mail, Sneakemail, e4ward, ManyMe, Forward Email, StartMail. The aliases of Fastmail and iCloud+ are
 * missing: they have the domains of ordinary mailboxes, from which they cannot be distinguished.
 */
export const RELAYS: readonly string[] = (
  'privaterelay.appleid.com duck.com mozmail.com relay.firefox.com ' +
  'simplelogin.com simplelogin.co simplelogin.fr simplelogin.io aleeas.com slmails.com slmail.me silomails.com dralias.com 8alias.com 8shield.net ' +
  'anonaddy.com anonaddy.me addy.io addymail.com addy.biz 4wrd.cc mailer.me ' +
  'passmail.net passmail.com passinbox.com passfwd.com maskme.com mymask.com cloaked.id clkdmail.com myclkd.com myclkd.email ironvest.com opayq.com erine.email 33mail.com burnermail.io nicoric.com ' +
  'sneakemail.com snkmail.com e4ward.com manyme.com hideaddress.net mailsire.com secret.fyi hash.fyi use.startmail.com'
).split(' ');
