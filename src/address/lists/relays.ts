import { includesDomain } from './match.js';

/**
 * Services that forward to a real mailbox, which they hide. Not disposable: the mail keeps arriving.
 * Apple, DuckDuckGo, Firefox Relay, SimpleLogin, addy.io, Proton, Fastmail, Cloaked, IronVest, StartMail.
 */
const RELAYS: ReadonlySet<string> = new Set(
  (
    'privaterelay.appleid.com duck.com mozmail.com relay.firefox.com ' +
    'simplelogin.com simplelogin.co simplelogin.fr simplelogin.io aleeas.com slmails.com slmail.me silomails.com dralias.com 8alias.com 8shield.net ' +
    'anonaddy.com anonaddy.me addy.io addymail.com addy.biz ' +
    'passmail.net passmail.com passinbox.com passfwd.com maskme.com mymask.com cloaked.id clkdmail.com ironvest.com opayq.com erine.email 33mail.com burnermail.io'
  ).split(' '),
);

/** True if a domain belongs to a relay. */
export const isRelay = (domain: string): boolean => includesDomain(RELAYS, domain);
