import type { Messages } from './en.js';

/** Modern Standard Arabic. Buttons are nouns, so that they address nobody as a man or a woman. */
export const messages: Messages = {
  checking: 'جارٍ التحقق…',
  valid: 'يبدو هذا العنوان صحيحًا.',
  suggestion: 'هل المقصود {suggestion}؟',
  accept: 'استخدامه',
  keep: 'الإبقاء على عنواني',
  fixed: 'تم تصحيح الخطأ: {from} ← {to}',
  undo: 'تراجع',
  invalid: 'لا يمكن لهذا العنوان استقبال الرسائل. يُرجى التحقق من كتابته.',
  risky: 'قد لا تصل الرسائل إلى هذا العنوان.',
  unknown: 'لم نتمكن من التحقق من هذا العنوان. يُرجى المحاولة مجددًا.',
  other: 'يُرجى استخدام عنوان آخر.',
  syntax_error: 'يُرجى إدخال عنوان مثل \u2068name@example.com\u2069.',
  domain_not_found: 'لم نعثر على النطاق {domain}. يُرجى التحقق مما بعد علامة @.',
  no_mail_server: 'النطاق {domain} لا يستقبل الرسائل. يُرجى التحقق مما بعد علامة @.',
  null_mx: 'النطاق {domain} لا يستقبل الرسائل. يُرجى التحقق مما بعد علامة @.',
  reserved_domain: 'النطاق {domain} مخصص للأمثلة فقط. يُرجى إدخال عنوانك.',
  mailbox_not_found: 'لم نعثر على {email}. يُرجى التحقق مما قبل علامة @.',
  mailbox_full: 'صندوق البريد {email} ممتلئ.',
  mailbox_disabled: 'لم يعد {email} يستقبل الرسائل.',
  disposable: 'يبدو أن هذا عنوان مؤقت. يُرجى استخدام عنوانك المعتاد.',
  override: 'لاستخدامه رغم ذلك، يُرجى الإرسال مجددًا.',
};
