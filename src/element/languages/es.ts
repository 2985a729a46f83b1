import type { Messages } from './en.js';

/** Spanish, with «usted», in words that Spain and the Americas share. */
export const messages: Messages = {
  checking: 'Verificando…',
  valid: 'Esta dirección parece correcta.',
  suggestion: '¿Quiso decir {suggestion}?',
  accept: 'Usar esta',
  keep: 'Dejar la mía',
  fixed: 'Error corregido: {from} → {to}',
  undo: 'Deshacer',
  invalid: 'Esta dirección no puede recibir correos. Revise si está bien escrita.',
  risky: 'Puede que los correos no lleguen a esta dirección.',
  unknown: 'No podemos verificar esta dirección. Inténtelo de nuevo.',
  other: 'Por favor, use otra dirección.',
  syntax_error: 'Escriba una dirección como nombre@example.com.',
  domain_not_found: 'No encontramos {domain}. Revise lo que va después de la @.',
  no_mail_server: '{domain} no recibe correos. Revise lo que va después de la @.',
  null_mx: '{domain} no recibe correos. Revise lo que va después de la @.',
  reserved_domain: '{domain} es solo para ejemplos. Escriba su propia dirección.',
  mailbox_not_found: 'No encontramos {email}. Revise lo que va antes de la @.',
  mailbox_full: 'El buzón {email} está lleno.',
  mailbox_disabled: '{email} ya no recibe correos.',
  disposable: 'Parece una dirección desechable. Use una que consulte habitualmente.',
  override: 'Para usarla de todos modos, envíela de nuevo.',
};
