import type { Messages } from './en.js';

/** Modern Standard Arabic; buttons are nouns, so that nobody is addressed as a man or a woman. */
export const messages: Messages = {
  checking: 'جارٍ التحقق من العنوان…',
  valid: 'يمكن لهذا العنوان استقبال البريد.',
  suggestion: 'هل المقصود {suggestion}؟',
  accept: 'استخدامه',
  keep: 'الإبقاء على عنواني',
  fixed: 'تم تغيير {from} إلى {to}.',
  undo: 'تراجع',
  invalid: 'لا يمكن لهذا العنوان استقبال البريد. يُرجى التحقق منه.',
  risky: 'قد لا يصل البريد إلى هذا العنوان. يُرجى التحقق منه.',
  unknown: 'تعذّر التحقق من هذا العنوان. يُرجى المحاولة مرة أخرى.',
  other: 'يُرجى استخدام عنوان آخر.',
  syntax_error: 'يُرجى إدخال عنوان مثل \u2068name@example.com\u2069.',
  domain_not_found: 'النطاق {domain} غير موجود. يُرجى التحقق من الجزء الذي يلي علامة @.',
  no_mail_server: 'النطاق {domain} لا يستقبل البريد. يُرجى التحقق من الجزء الذي يلي علامة @.',
  null_mx: 'النطاق {domain} لا يستقبل البريد. يُرجى التحقق من الجزء الذي يلي علامة @.',
  reserved_domain: 'النطاق {domain} مخصص للأمثلة والاختبارات. يُرجى إدخال عنوانك الخاص.',
  mailbox_not_found: 'صندوق البريد {email} غير موجود. يُرجى التحقق من الجزء الذي يسبق علامة @.',
  mailbox_full: 'صندوق البريد {email} ممتلئ.',
  mailbox_disabled: 'صندوق البريد {email} لم يعد يستقبل البريد.',
  disposable: 'هذا عنوان للاستخدام لمرة واحدة. يُرجى إدخال عنوان دائم.',
  override: 'اضغط على الزر مرة أخرى لاستخدامه رغم ذلك.',
};
