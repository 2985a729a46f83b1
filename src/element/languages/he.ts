import type { Messages } from './en.js';

/**
 * Hebrew, in forms that address nobody as a man or a woman: infinitives, “we”, and verbs that are written alike for
 * both.
 */
export const messages: Messages = {
  checking: 'בודקים…',
  valid: 'הכתובת הזו נראית תקינה.',
  suggestion: 'התכוונת ל־{suggestion}?',
  accept: 'להחליף',
  keep: 'להשאיר את שלי',
  fixed: 'תיקנו שגיאת הקלדה: {from} ← {to}',
  undo: 'ביטול',
  invalid: 'הכתובת הזו לא יכולה לקבל מיילים. כדאי לבדוק את האיות.',
  risky: 'ייתכן שמיילים לכתובת הזו לא יגיעו.',
  unknown: 'לא הצלחנו לבדוק את הכתובת. נא לנסות שוב.',
  other: 'נא להשתמש בכתובת אחרת.',
  syntax_error: 'נא להזין כתובת כמו \u2068name@example.com\u2069.',
  domain_not_found: 'לא מצאנו את {domain}. כדאי לבדוק את האיות אחרי ה־@.',
  no_mail_server: 'הדומיין {domain} לא מקבל מיילים. כדאי לבדוק את האיות אחרי ה־@.',
  null_mx: 'הדומיין {domain} לא מקבל מיילים. כדאי לבדוק את האיות אחרי ה־@.',
  reserved_domain: 'הדומיין {domain} מיועד רק לדוגמאות. נא להזין את הכתובת שלך.',
  mailbox_not_found: 'לא מצאנו את {email}. כדאי לבדוק את האיות לפני ה־@.',
  mailbox_full: 'התיבה {email} מלאה.',
  mailbox_disabled: 'התיבה {email} כבר לא מקבלת מיילים.',
  disposable: 'נראה שזו כתובת חד־פעמית. נא להזין את הכתובת הרגילה שלך.',
  override: 'כדי להשתמש בה בכל זאת, יש לשלוח שוב.',
};
