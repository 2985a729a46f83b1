import type { Messages } from './en.js';

/** Portuguese of Brazil, with “você”. */
export const messages: Messages = {
  checking: 'Verificando…',
  valid: 'Este endereço parece correto.',
  suggestion: 'Você quis dizer {suggestion}?',
  accept: 'Usar este',
  keep: 'Manter o meu',
  fixed: 'Erro corrigido: {from} → {to}',
  undo: 'Desfazer',
  invalid: 'Este endereço não pode receber e-mails. Confira se digitou certo.',
  risky: 'E-mails para este endereço podem não chegar.',
  unknown: 'Não conseguimos verificar este endereço. Tente de novo.',
  other: 'Use outro endereço, por favor.',
  syntax_error: 'Digite um endereço como nome@example.com.',
  domain_not_found: 'Não encontramos {domain}. Confira o que vem depois do @.',
  no_mail_server: '{domain} não recebe e-mails. Confira o que vem depois do @.',
  null_mx: '{domain} não recebe e-mails. Confira o que vem depois do @.',
  reserved_domain: '{domain} serve só de exemplo. Digite seu próprio endereço.',
  mailbox_not_found: 'Não encontramos {email}. Confira o que vem antes do @.',
  mailbox_full: 'A caixa de entrada de {email} está cheia.',
  mailbox_disabled: '{email} não recebe mais e-mails.',
  disposable: 'Este endereço parece descartável. Use um que você acesse com frequência.',
  override: 'Para usar mesmo assim, envie de novo.',
};
