import type { Messages } from './en.js';

/** Swedish, with ”du”. A no-break space stands before the ellipsis. */
export const messages: Messages = {
  checking: 'Kontrollerar\u00a0…',
  valid: 'Den här adressen ser rätt ut.',
  suggestion: 'Menade du {suggestion}?',
  accept: 'Använd den',
  keep: 'Behåll min',
  fixed: 'Skrivfel rättat: {from} → {to}',
  undo: 'Ångra',
  invalid: 'Den här adressen kan inte ta emot mejl. Kontrollera stavningen.',
  risky: 'Mejl till den här adressen kanske inte kommer fram.',
  unknown: 'Vi kunde inte kontrollera adressen. Försök igen.',
  other: 'Använd en annan adress.',
  syntax_error: 'Skriv en adress som namn@example.com.',
  domain_not_found: 'Vi hittar inte {domain}. Kontrollera stavningen efter @.',
  no_mail_server: '{domain} tar inte emot mejl. Kontrollera stavningen efter @.',
  null_mx: '{domain} tar inte emot mejl. Kontrollera stavningen efter @.',
  reserved_domain: '{domain} är bara ett exempel. Skriv din egen adress.',
  mailbox_not_found: 'Vi hittar inte {email}. Kontrollera stavningen före @.',
  mailbox_full: 'Inkorgen för {email} är full.',
  mailbox_disabled: '{email} tar inte emot mejl längre.',
  disposable: 'Det ser ut som en engångsadress. Använd en som du kollar regelbundet.',
  override: 'Skicka igen för att använda den ändå.',
};
