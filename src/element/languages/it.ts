import type { Messages } from './en.js';

/** Italian, with «tu», as sign-up forms have it. */
export const messages: Messages = {
  checking: 'Verifica in corso…',
  valid: 'Questo indirizzo sembra corretto.',
  suggestion: 'Intendevi {suggestion}?',
  accept: 'Usa questo',
  keep: 'Tieni il mio',
  fixed: 'Abbiamo corretto: {from} → {to}',
  undo: 'Annulla',
  invalid: 'Questo indirizzo non può ricevere e-mail. Controlla che sia scritto bene.',
  risky: 'Le e-mail a questo indirizzo potrebbero non arrivare.',
  unknown: 'Non siamo riusciti a verificare questo indirizzo. Riprova.',
  other: 'Prova con un altro indirizzo.',
  syntax_error: 'Inserisci un indirizzo come nome@example.com.',
  domain_not_found: 'Non troviamo {domain}. Controlla la parte dopo la @.',
  no_mail_server: '{domain} non riceve e-mail. Controlla la parte dopo la @.',
  null_mx: '{domain} non riceve e-mail. Controlla la parte dopo la @.',
  reserved_domain: '{domain} serve solo per gli esempi. Inserisci il tuo indirizzo.',
  mailbox_not_found: 'Non troviamo {email}. Controlla la parte prima della @.',
  mailbox_full: 'La casella {email} è piena.',
  mailbox_disabled: '{email} non riceve più e-mail.',
  disposable: 'Sembra un indirizzo usa e getta. Usane uno che controlli regolarmente.',
  override: 'Per usarlo comunque, invia di nuovo.',
};
