import type { Messages } from './en.js';

/** Swedish, with ”du”. */
export const messages: Messages = {
  checking: 'Kontrollerar adressen\u00a0…',
  valid: 'Den här adressen kan ta emot e-post.',
  suggestion: 'Menade du {suggestion}?',
  accept: 'Använd den',
  keep: 'Behåll min',
  fixed: '{from} har ändrats till {to}.',
  undo: 'Ångra',
  invalid: 'Den här adressen kan inte ta emot e-post. Kontrollera den.',
  risky: 'E-post till den här adressen kanske inte kommer fram. Kontrollera adressen.',
  unknown: 'Adressen kunde inte kontrolleras. Försök igen.',
  other: 'Använd en annan adress.',
  syntax_error: 'Ange en adress som name@example.com.',
  domain_not_found: 'Domänen {domain} finns inte. Kontrollera delen efter @.',
  no_mail_server: '{domain} tar inte emot e-post. Kontrollera delen efter @.',
  null_mx: '{domain} tar inte emot e-post. Kontrollera delen efter @.',
  reserved_domain: '{domain} är en domän för exempel och tester. Ange din egen adress.',
  mailbox_not_found: 'Brevlådan {email} finns inte. Kontrollera delen före @.',
  mailbox_full: 'Brevlådan {email} är full.',
  mailbox_disabled: 'Brevlådan {email} tar inte längre emot e-post.',
  disposable: 'Det här är en engångsadress. Ange en adress som du behåller.',
  override: 'Tryck på knappen igen för att använda den ändå.',
};
