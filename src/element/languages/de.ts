import type { Messages } from './en.js';

/** German, with »Sie«. */
export const messages: Messages = {
  checking: 'Die Adresse wird geprüft\u00a0…',
  valid: 'Diese Adresse kann E-Mails empfangen.',
  suggestion: 'Meinten Sie {suggestion}?',
  accept: 'Übernehmen',
  keep: 'Meine behalten',
  fixed: '{from} wurde in {to} geändert.',
  undo: 'Rückgängig',
  invalid: 'Diese Adresse kann keine E-Mails empfangen. Bitte prüfen Sie die Adresse.',
  risky: 'E-Mails an diese Adresse kommen möglicherweise nicht an. Bitte prüfen Sie die Adresse.',
  unknown: 'Diese Adresse konnte nicht geprüft werden. Bitte versuchen Sie es noch einmal.',
  other: 'Bitte verwenden Sie eine andere Adresse.',
  syntax_error: 'Bitte geben Sie eine Adresse wie name@example.com ein.',
  domain_not_found: 'Die Domain {domain} gibt es nicht. Bitte prüfen Sie den Teil nach dem @.',
  no_mail_server: '{domain} empfängt keine E-Mails. Bitte prüfen Sie den Teil nach dem @.',
  null_mx: '{domain} empfängt keine E-Mails. Bitte prüfen Sie den Teil nach dem @.',
  reserved_domain: '{domain} ist eine Domain für Beispiele und Tests. Bitte geben Sie Ihre eigene Adresse ein.',
  mailbox_not_found: 'Das Postfach {email} gibt es nicht. Bitte prüfen Sie den Teil vor dem @.',
  mailbox_full: 'Das Postfach {email} ist voll.',
  mailbox_disabled: 'Das Postfach {email} empfängt keine E-Mails mehr.',
  disposable: 'Das ist eine Wegwerfadresse. Bitte geben Sie eine Adresse ein, die Sie behalten.',
  override: 'Drücken Sie die Schaltfläche noch einmal, um die Adresse trotzdem zu verwenden.',
};
