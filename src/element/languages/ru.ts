import type { Messages } from './en.js';

/** Russian, with «вы». A no-break space stands before a dash. */
export const messages: Messages = {
  checking: 'Проверяем…',
  valid: 'Похоже, адрес указан верно.',
  suggestion: 'Вы имели в виду {suggestion}?',
  accept: 'Исправить',
  keep: 'Оставить мой',
  fixed: 'Исправили опечатку: {from} → {to}',
  undo: 'Отменить',
  invalid: 'Письма на этот адрес не доходят. Нет ли в нём опечатки?',
  risky: 'Письма на этот адрес могут не дойти.',
  unknown: 'Не удалось проверить этот адрес. Попробуйте ещё раз.',
  other: 'Пожалуйста, укажите другой адрес.',
  syntax_error: 'Введите адрес вида name@example.com.',
  domain_not_found: 'Не нашли домен {domain}. Нет ли опечатки после @?',
  no_mail_server: 'Домен {domain} не принимает почту. Нет ли опечатки после @?',
  null_mx: 'Домен {domain} не принимает почту. Нет ли опечатки после @?',
  reserved_domain: 'Домен {domain}\u00a0— только для примеров. Укажите свой адрес.',
  mailbox_not_found: 'Не нашли адрес {email}. Нет ли опечатки перед @?',
  mailbox_full: 'Ящик {email} переполнен.',
  mailbox_disabled: 'Ящик {email} больше не принимает письма.',
  disposable: 'Похоже, это одноразовый адрес. Укажите тот, которым пользуетесь регулярно.',
  override: 'Чтобы оставить этот адрес, отправьте форму ещё раз.',
};
