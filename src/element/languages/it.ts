import type { Messages } from './en.js';

/** Italian, without «tu» and without «Lei»: infinitives, as sign-up forms have them. */
export const messages: Messages = {
  checking: 'Verifica dell’indirizzo in corso…',
  valid: 'Questo indirizzo può ricevere e-mail.',
  suggestion: 'Forse si intendeva {suggestion}?',
  accept: 'Usa questo',
  keep: 'Mantieni il mio',
  fixed: '{from} è stato corretto in {to}.',
  undo: 'Annulla',
  invalid: 'Questo indirizzo non può ricevere e-mail. Si prega di controllarlo.',
  risky: 'Le e-mail inviate a questo indirizzo potrebbero non arrivare. Si prega di controllarlo.',
  unknown: 'Non è stato possibile verificare questo indirizzo. Si prega di riprovare.',
  other: 'Usare un altro indirizzo.',
  syntax_error: 'Inserire un indirizzo come name@example.com.',
  domain_not_found: 'Il dominio {domain} non esiste. Controllare la parte dopo la @.',
  no_mail_server: '{domain} non riceve e-mail. Controllare la parte dopo la @.',
  null_mx: '{domain} non riceve e-mail. Controllare la parte dopo la @.',
  reserved_domain: '{domain} è un dominio per esempi e test. Inserire il proprio indirizzo.',
  mailbox_not_found: 'La casella {email} non esiste. Controllare la parte prima della @.',
  mailbox_full: 'La casella {email} è piena.',
  mailbox_disabled: 'La casella {email} non riceve più e-mail.',
  disposable: 'Questo è un indirizzo usa e getta. Inserirne uno da conservare.',
  override: 'Premere di nuovo il pulsante per usarlo comunque.',
};
