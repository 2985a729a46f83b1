import type { Messages } from './en.js';

/** Dutch, with ‘u’. */
export const messages: Messages = {
  checking: 'Even controleren…',
  valid: 'Dit adres lijkt te kloppen.',
  suggestion: 'Bedoelde u {suggestion}?',
  accept: 'Overnemen',
  keep: 'Zo laten',
  fixed: 'Tikfout verbeterd: {from} → {to}',
  undo: 'Ongedaan maken',
  invalid: 'Dit adres kan geen e-mail ontvangen. Controleer de spelling.',
  risky: 'E-mail naar dit adres komt misschien niet aan.',
  unknown: 'We konden dit adres niet controleren. Probeer het opnieuw.',
  other: 'Gebruik een ander adres.',
  syntax_error: 'Vul een adres in zoals naam@example.com.',
  domain_not_found: 'We kunnen {domain} niet vinden. Controleer de spelling na de @.',
  no_mail_server: '{domain} ontvangt geen e-mail. Controleer de spelling na de @.',
  null_mx: '{domain} ontvangt geen e-mail. Controleer de spelling na de @.',
  reserved_domain: '{domain} is alleen voor voorbeelden. Vul uw eigen adres in.',
  mailbox_not_found: 'We kunnen {email} niet vinden. Controleer de spelling vóór de @.',
  mailbox_full: 'De mailbox {email} is vol.',
  mailbox_disabled: '{email} ontvangt geen e-mail meer.',
  disposable: 'Dit lijkt een wegwerpadres. Vul een adres in dat u regelmatig gebruikt.',
  override: 'Verstuur opnieuw om het toch te gebruiken.',
};
