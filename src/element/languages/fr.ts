import type { Messages } from './en.js';

/** French, with « vous ». A no-break space stands before a colon, a narrow one before a question mark. */
export const messages: Messages = {
  checking: 'Vérification…',
  valid: 'Cette adresse semble correcte.',
  suggestion: 'Vouliez-vous dire {suggestion}\u202f?',
  accept: 'L’utiliser',
  keep: 'Garder la mienne',
  fixed: 'Faute de frappe corrigée\u00a0: {from} → {to}',
  undo: 'Annuler',
  invalid: 'Cette adresse ne peut pas recevoir d’e-mails. Vérifiez la saisie.',
  risky: 'Les e-mails envoyés à cette adresse risquent de ne pas arriver.',
  unknown: 'Nous n’avons pas pu vérifier cette adresse. Veuillez réessayer.',
  other: 'Veuillez utiliser une autre adresse.',
  syntax_error: 'Saisissez une adresse du type nom@example.com.',
  domain_not_found: '{domain} est introuvable. Vérifiez la saisie après le @.',
  no_mail_server: '{domain} ne reçoit pas d’e-mails. Vérifiez la saisie après le @.',
  null_mx: '{domain} ne reçoit pas d’e-mails. Vérifiez la saisie après le @.',
  reserved_domain: '{domain} ne sert que d’exemple. Saisissez votre propre adresse.',
  mailbox_not_found: '{email} est introuvable. Vérifiez la saisie avant le @.',
  mailbox_full: 'La boîte {email} est pleine.',
  mailbox_disabled: '{email} ne reçoit plus d’e-mails.',
  disposable: 'On dirait une adresse jetable. Utilisez-en une que vous consultez régulièrement.',
  override: 'Validez à nouveau pour l’utiliser quand même.',
};
