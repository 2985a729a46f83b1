import type { Messages } from './en.js';

/** Chinese in simplified characters, with “您”. */
export const messages: Messages = {
  checking: '正在检查…',
  valid: '这个邮箱看起来没问题。',
  suggestion: '您是不是想输入 {suggestion}？',
  accept: '改用这个',
  keep: '保留原来的',
  fixed: '已更正拼写：{from} → {to}',
  undo: '撤销',
  invalid: '这个邮箱无法收信，请检查拼写。',
  risky: '发往这个邮箱的邮件可能会被退回。',
  unknown: '暂时无法检查这个邮箱，请重试。',
  other: '请换一个邮箱。',
  syntax_error: '请输入邮箱地址，例如 name@example.com。',
  domain_not_found: '找不到 {domain}，请检查 @ 后面的拼写。',
  no_mail_server: '{domain} 不接收邮件，请检查 @ 后面的拼写。',
  null_mx: '{domain} 不接收邮件，请检查 @ 后面的拼写。',
  reserved_domain: '{domain} 仅用于示例，请输入您自己的邮箱。',
  mailbox_not_found: '找不到 {email}，请检查 @ 前面的拼写。',
  mailbox_full: '邮箱 {email} 已满。',
  mailbox_disabled: '{email} 已不再接收邮件。',
  disposable: '这像是一次性邮箱，请使用您的常用邮箱。',
  override: '如仍要使用，请再次提交。',
};
