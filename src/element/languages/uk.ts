import type { Messages } from './en.js';

/** Ukrainian, with «ви». A no-break space stands before a dash. */
export const messages: Messages = {
  checking: 'Перевіряємо…',
  valid: 'Схоже, адресу вказано правильно.',
  suggestion: 'Ви мали на увазі {suggestion}?',
  accept: 'Виправити',
  keep: 'Залишити мою',
  fixed: 'Виправили одрук: {from} → {to}',
  undo: 'Скасувати',
  invalid: 'Листи на цю адресу не доходять. Чи немає в ній помилки?',
  risky: 'Листи на цю адресу можуть не дійти.',
  unknown: 'Не вдалося перевірити цю адресу. Спробуйте ще раз.',
  other: 'Будь ласка, вкажіть іншу адресу.',
  syntax_error: 'Введіть адресу на зразок name@example.com.',
  domain_not_found: 'Не знайшли домену {domain}. Чи немає помилки після @?',
  no_mail_server: 'Домен {domain} не приймає пошти. Чи немає помилки після @?',
  null_mx: 'Домен {domain} не приймає пошти. Чи немає помилки після @?',
  reserved_domain: 'Домен {domain}\u00a0— лише для прикладів. Вкажіть свою адресу.',
  mailbox_not_found: 'Не знайшли адреси {email}. Чи немає помилки перед @?',
  mailbox_full: 'Скринька {email} переповнена.',
  mailbox_disabled: 'Скринька {email} більше не приймає листів.',
  disposable: 'Схоже, це одноразова адреса. Вкажіть ту, якою користуєтеся регулярно.',
  override: 'Щоб залишити цю адресу, надішліть форму ще раз.',
};
