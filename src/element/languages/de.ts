import type { Messages } from './en.js';

/** German, with »Sie«. A no-break space stands before the ellipsis. */
export const messages: Messages = {
  checking: 'Wird geprüft\u00a0…',
  valid: 'Diese Adresse sieht richtig aus.',
  suggestion: 'Meinten Sie {suggestion}?',
  accept: 'Übernehmen',
  keep: 'Meine behalten',
  fixed: 'Tippfehler korrigiert: {from} → {to}',
  undo: 'Rückgängig',
  invalid: 'Diese Adresse kann keine E-Mails empfangen. Bitte prüfen Sie die Schreibweise.',
  risky: 'E-Mails an diese Adresse kommen vielleicht nicht an.',
  unknown: 'Wir konnten diese Adresse nicht prüfen. Bitte versuchen Sie es noch einmal.',
  other: 'Bitte verwenden Sie eine andere Adresse.',
  syntax_error: 'Bitte geben Sie eine Adresse wie name@example.com ein.',
  domain_not_found: 'Wir finden {domain} nicht. Bitte prüfen Sie die Schreibweise nach dem @.',
  no_mail_server: '{domain} empfängt keine E-Mails. Bitte prüfen Sie die Schreibweise nach dem @.',
  null_mx: '{domain} empfängt keine E-Mails. Bitte prüfen Sie die Schreibweise nach dem @.',
  reserved_domain: '{domain} dient nur als Beispiel. Bitte geben Sie Ihre eigene Adresse ein.',
  mailbox_not_found: 'Wir finden {email} nicht. Bitte prüfen Sie die Schreibweise vor dem @.',
  mailbox_full: 'Das Postfach {email} ist voll.',
  mailbox_disabled: '{email} empfängt keine E-Mails mehr.',
  disposable: 'Das sieht nach einer Wegwerfadresse aus. Bitte verwenden Sie eine, die Sie regelmäßig nutzen.',
  override: 'Trotzdem verwenden? Bitte noch einmal absenden.',
};
