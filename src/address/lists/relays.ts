/**
 * Services that forward to a real mailbox, which they hide, with their subdomains. Not disposable: the mail keeps arriving.
 * Apple, DuckDuckGo, Firefox Relay, SimpleLogin, addy.io, Proton Pass, Cloaked, IronVest, erine.email, 33mail, Burner Mail, Sneakemail,
 * e4ward, ManyMe, Forward Email, StartMail. Fastmail and iCloud+ hand out aliases at the domains of their mailboxes, where nobody can tell
 * them apart.
 */
export const RELAYS: readonly string[] = (
  'privaterelay.appleid.com duck.com mozmail.com relay.firefox.com ' +
  'simplelogin.com simplelogin.co simplelogin.fr simplelogin.io aleeas.com slmails.com slmail.me silomails.com dralias.com 8alias.com 8shield.net ' +
  'anonaddy.com anonaddy.me addy.io addymail.com addy.biz 4wrd.cc mailer.me ' +
  'passmail.net passmail.com passinbox.com passfwd.com maskme.com mymask.com cloaked.id clkdmail.com myclkd.com myclkd.email ironvest.com opayq.com erine.email 33mail.com burnermail.io nicoric.com ' +
  'sneakemail.com snkmail.com e4ward.com manyme.com hideaddress.net mailsire.com secret.fyi hash.fyi use.startmail.com'
).split(' ');
