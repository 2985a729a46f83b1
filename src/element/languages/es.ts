import type { Messages } from './en.js';

/** Spanish, with «usted», for Spain and the Americas. */
export const messages: Messages = {
  checking: 'Comprobando la dirección…',
  valid: 'Esta dirección puede recibir correo.',
  suggestion: '¿Quiso decir {suggestion}?',
  accept: 'Usar esta',
  keep: 'Mantener la mía',
  fixed: 'Se ha cambiado {from} por {to}.',
  undo: 'Deshacer',
  invalid: 'Esta dirección no puede recibir correo. Revísela, por favor.',
  risky: 'Es posible que el correo no llegue a esta dirección. Revísela, por favor.',
  unknown: 'No se ha podido comprobar esta dirección. Inténtelo de nuevo.',
  other: 'Utilice otra dirección.',
  syntax_error: 'Escriba una dirección como name@example.com.',
  domain_not_found: 'El dominio {domain} no existe. Revise la parte que sigue a la @.',
  no_mail_server: '{domain} no recibe correo. Revise la parte que sigue a la @.',
  null_mx: '{domain} no recibe correo. Revise la parte que sigue a la @.',
  reserved_domain: '{domain} es un dominio para ejemplos y pruebas. Escriba su propia dirección.',
  mailbox_not_found: 'El buzón {email} no existe. Revise la parte anterior a la @.',
  mailbox_full: 'El buzón {email} está lleno.',
  mailbox_disabled: 'El buzón {email} ya no recibe correo.',
  disposable: 'Esta dirección es de un solo uso. Escriba una que vaya a conservar.',
  override: 'Pulse el botón otra vez para usarla de todos modos.',
};
