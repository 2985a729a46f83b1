import type { Messages } from './en.js';

/** Portuguese of Brazil, with “você”. */
export const messages: Messages = {
  checking: 'Verificando o endereço…',
  valid: 'Este endereço pode receber e-mails.',
  suggestion: 'Você quis dizer {suggestion}?',
  accept: 'Usar este',
  keep: 'Manter o meu',
  fixed: '{from} foi alterado para {to}.',
  undo: 'Desfazer',
  invalid: 'Este endereço não pode receber e-mails. Confira o endereço.',
  risky: 'Os e-mails enviados a este endereço podem não chegar. Confira o endereço.',
  unknown: 'Não foi possível verificar este endereço. Tente novamente.',
  other: 'Use outro endereço.',
  syntax_error: 'Digite um endereço como name@example.com.',
  domain_not_found: 'O domínio {domain} não existe. Confira a parte depois do @.',
  no_mail_server: '{domain} não recebe e-mails. Confira a parte depois do @.',
  null_mx: '{domain} não recebe e-mails. Confira a parte depois do @.',
  reserved_domain: '{domain} é um domínio para exemplos e testes. Digite seu próprio endereço.',
  mailbox_not_found: 'A caixa de correio {email} não existe. Confira a parte antes do @.',
  mailbox_full: 'A caixa de correio {email} está cheia.',
  mailbox_disabled: 'A caixa de correio {email} não recebe mais e-mails.',
  disposable: 'Este é um endereço descartável. Digite um que você vá manter.',
  override: 'Pressione o botão novamente para usá-lo mesmo assim.',
};
