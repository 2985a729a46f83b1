import type { Messages } from './en.js';

/** Japanese, in the polite です・ます form. */
export const messages: Messages = {
  checking: 'メールアドレスを確認しています…',
  valid: 'このメールアドレスは受信できます。',
  suggestion: '{suggestion} ではありませんか？',
  accept: 'これを使う',
  keep: 'このままにする',
  fixed: '{from} を {to} に変更しました。',
  undo: '元に戻す',
  invalid: 'このメールアドレスは受信できません。ご確認ください。',
  risky: 'このメールアドレスにはメールが届かない可能性があります。ご確認ください。',
  unknown: 'このメールアドレスを確認できませんでした。もう一度お試しください。',
  other: '別のメールアドレスを使用してください。',
  syntax_error: 'name@example.com のような形式で入力してください。',
  domain_not_found: 'ドメイン {domain} は存在しません。@ より後の部分をご確認ください。',
  no_mail_server: '{domain} はメールを受信していません。@ より後の部分をご確認ください。',
  null_mx: '{domain} はメールを受信していません。@ より後の部分をご確認ください。',
  reserved_domain: '{domain} は例示やテスト用のドメインです。ご自身のメールアドレスを入力してください。',
  mailbox_not_found: '{email} というメールボックスは存在しません。@ より前の部分をご確認ください。',
  mailbox_full: '{email} のメールボックスは容量がいっぱいです。',
  mailbox_disabled: '{email} のメールボックスは現在使われていません。',
  disposable: 'これは使い捨てのメールアドレスです。普段お使いのメールアドレスを入力してください。',
  override: 'このまま使う場合は、もう一度ボタンを押してください。',
};
