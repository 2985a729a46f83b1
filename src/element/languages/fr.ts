import type { Messages } from './en.js';

/** French, with « vous ». A narrow no-break space stands before a question mark. */
export const messages: Messages = {
  checking: 'Vérification de l’adresse…',
  valid: 'Cette adresse peut recevoir des e-mails.',
  suggestion: 'Vouliez-vous dire {suggestion}\u202f?',
  accept: 'Utiliser',
  keep: 'Garder la mienne',
  fixed: '{from} a été remplacé par {to}.',
  undo: 'Annuler',
  invalid: 'Cette adresse ne peut pas recevoir d’e-mails. Veuillez la vérifier.',
  risky: 'Les e-mails envoyés à cette adresse risquent de ne pas arriver. Veuillez la vérifier.',
  unknown: 'Cette adresse n’a pas pu être vérifiée. Veuillez réessayer.',
  other: 'Veuillez utiliser une autre adresse.',
  syntax_error: 'Saisissez une adresse de la forme name@example.com.',
  domain_not_found: 'Le domaine {domain} n’existe pas. Veuillez vérifier ce qui suit le @.',
  no_mail_server: '{domain} ne reçoit pas d’e-mails. Veuillez vérifier ce qui suit le @.',
  null_mx: '{domain} ne reçoit pas d’e-mails. Veuillez vérifier ce qui suit le @.',
  reserved_domain: '{domain} est un domaine réservé aux exemples et aux tests. Saisissez votre propre adresse.',
  mailbox_not_found: 'La boîte {email} n’existe pas. Veuillez vérifier ce qui précède le @.',
  mailbox_full: 'La boîte {email} est pleine.',
  mailbox_disabled: 'La boîte {email} ne reçoit plus d’e-mails.',
  disposable: 'Cette adresse est à usage unique. Saisissez une adresse que vous conservez.',
  override: 'Appuyez de nouveau sur le bouton pour l’utiliser quand même.',
};
