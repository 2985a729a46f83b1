import type { Phrases } from './words.js';

/** Greylisting: a later try succeeds. */
export const GREYLISTING: Phrases = {
  English: `greylist*, grey list*, graylist*, gray list*, postgrey, first time*`,
};

/** Protection against directory harvesting. A server that has noticed it may refuse mailboxes that exist. */
export const HARVEST: Phrases = {
  English: `
    harvest*, directory attack, dictionary attack, directory … attack, dha, enumerat*, user guessing, guessing,
    too many … unknown, too many … unknowns, too many … invalid, too many … bad, too many … non existent,
    too many … nonexistent, too many … failed, too many … errors, too many … rejected, too many … wrong,
    excessive … unknown*, excessive … invalid, excessive … bad, excessive userid*, number of invalid,
    number of unknown, number of bad, number of nonexistent, number of non existent, many invalid, many unknown,
    many bad, many nonexistent, many non existent, invalid recipient* limit, invalid recipients limit,
    unknown user* limit, unknown recipient* limit, validation limit, verification limit, probing, probes, scanning,
    address verification, recipient verification, max … invalid, maximum … invalid, max … unknown, maximum … unknown,
    multiple invalid, repeated … invalid
  `,
  'German, French, Spanish, Portuguese, Italian': `
    zu viele … unbekannte, zu viele … ungültige, zu viele … falsche, trop de … inconnus, trop de … invalides,
    trop d erreurs, demasiados … desconocidos, demasiados … inválidos, demasiados destinatarios,
    muitos … desconhecidos, muitos … inválidos, troppi … sconosciuti, troppi … inesistenti, troppi … errati,
    troppi destinatari
  `,
  'Russian, Chinese, Japanese, Korean': `слишком много, 过多无效, 太多无效, 过多不存在, 无效收件人过多, 存在しない宛先が多, 무효 수신자`,
};

/** We ask too much or too fast. */
export const TOO_FAST: Phrases = {
  English: `
    rate limit*, ratelimit*, rate that, at a rate, throttl*, too fast, too quickly, too frequent*,
    too many connections, too many concurrent, too many sessions, too many requests, too many errors,
    too much mail from, server busy, slow down, exceeded the rate, connection limit, frequency limited,
    receiving limits
  `,
};

/** The words with which the largest receivers shut a sender out for an hour or more. */
export const SHUT_OUT: Phrases = {
  English: `temporarily deferred, permanently deferred, temporarily rate limited, messages weren’t sent`,
};

/** This session or transaction has had enough recipients; another one may continue. */
export const SESSION_LIMIT: Phrases = {
  English: `
    too many recipients, too many messages in this, too many messages this, max messages per, recipients per session,
    recipients per connection, messages per connection, messages per session, multiple regions,
    more than one recipient, only one recipient, one recipient at a time, recipient limit
  `,
};
