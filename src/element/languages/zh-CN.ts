import type { Messages } from './en.js';

/** Chinese in simplified characters, with “您”. */
export const messages: Messages = {
  checking: '正在检查此地址…',
  valid: '此地址可以接收邮件。',
  suggestion: '您是不是想输入 {suggestion}？',
  accept: '使用此地址',
  keep: '保留原样',
  fixed: '已将 {from} 改为 {to}。',
  undo: '撤销',
  invalid: '此地址无法接收邮件，请检查。',
  risky: '发往此地址的邮件可能无法送达，请检查。',
  unknown: '暂时无法检查此地址，请重试。',
  other: '请使用其他地址。',
  syntax_error: '请输入类似 name@example.com 的地址。',
  domain_not_found: '域名 {domain} 不存在，请检查 @ 后面的部分。',
  no_mail_server: '{domain} 不接收邮件，请检查 @ 后面的部分。',
  null_mx: '{domain} 不接收邮件，请检查 @ 后面的部分。',
  reserved_domain: '{domain} 是用于示例和测试的域名，请输入您自己的地址。',
  mailbox_not_found: '邮箱 {email} 不存在，请检查 @ 前面的部分。',
  mailbox_full: '邮箱 {email} 已满。',
  mailbox_disabled: '邮箱 {email} 已停止接收邮件。',
  disposable: '这是一次性地址，请输入您长期使用的地址。',
  override: '如仍要使用，请再次点击按钮。',
};
