import type { Messages } from './en.js';

/** Japanese, in the polite です・ます form. */
export const messages: Messages = {
  checking: '確認中…',
  valid: 'このアドレスで問題なさそうです。',
  suggestion: 'もしかして {suggestion} ですか？',
  accept: 'これを使う',
  keep: '変更しない',
  fixed: '入力ミスを修正：{from} → {to}',
  undo: '元に戻す',
  invalid: 'このアドレスはメールを受信できません。入力内容をご確認ください。',
  risky: 'このアドレスにはメールが届かない可能性があります。',
  unknown: 'アドレスを確認できませんでした。もう一度お試しください。',
  other: '別のアドレスをご利用ください。',
  syntax_error: 'name@example.com のような形式で入力してください。',
  domain_not_found: '{domain} が見つかりません。@ より後をご確認ください。',
  no_mail_server: '{domain} はメールを受け付けていません。@ より後をご確認ください。',
  null_mx: '{domain} はメールを受け付けていません。@ より後をご確認ください。',
  reserved_domain: '{domain} はサンプル用です。ご自身のアドレスを入力してください。',
  mailbox_not_found: '{email} が見つかりません。@ より前をご確認ください。',
  mailbox_full: '{email} のメールボックスがいっぱいです。',
  mailbox_disabled: '{email} は現在使われていません。',
  disposable: '使い捨てアドレスのようです。普段お使いのアドレスを入力してください。',
  override: 'このまま使う場合は、もう一度送信してください。',
};
