import type { Messages } from './en.js';

/** Dutch, with ‘u’. */
export const messages: Messages = {
  checking: 'Het adres wordt gecontroleerd…',
  valid: 'Dit adres kan e-mail ontvangen.',
  suggestion: 'Bedoelde u {suggestion}?',
  accept: 'Overnemen',
  keep: 'Mijn adres houden',
  fixed: '{from} is gewijzigd in {to}.',
  undo: 'Ongedaan maken',
  invalid: 'Dit adres kan geen e-mail ontvangen. Controleer het adres.',
  risky: 'E-mail aan dit adres komt mogelijk niet aan. Controleer het adres.',
  unknown: 'Dit adres kon niet worden gecontroleerd. Probeer het opnieuw.',
  other: 'Gebruik een ander adres.',
  syntax_error: 'Vul een adres in zoals name@example.com.',
  domain_not_found: 'Het domein {domain} bestaat niet. Controleer het deel na de @.',
  no_mail_server: '{domain} ontvangt geen e-mail. Controleer het deel na de @.',
  null_mx: '{domain} ontvangt geen e-mail. Controleer het deel na de @.',
  reserved_domain: '{domain} is een domein voor voorbeelden en tests. Vul uw eigen adres in.',
  mailbox_not_found: 'De mailbox {email} bestaat niet. Controleer het deel voor de @.',
  mailbox_full: 'De mailbox {email} is vol.',
  mailbox_disabled: 'De mailbox {email} ontvangt geen e-mail meer.',
  disposable: 'Dit is een wegwerpadres. Vul een adres in dat u blijft gebruiken.',
  override: 'Druk nogmaals op de knop om het toch te gebruiken.',
};
