import type { Messages } from './en.js';

/** Hebrew; infinitives and nouns, so that nobody is addressed as a man or a woman. */
export const messages: Messages = {
  checking: 'הכתובת נבדקת…',
  valid: 'הכתובת הזו יכולה לקבל דואר.',
  suggestion: 'האם הכוונה הייתה {suggestion}?',
  accept: 'שימוש בכתובת הזו',
  keep: 'להשאיר את שלי',
  fixed: 'הכתובת {from} שונתה ל־{to}.',
  undo: 'ביטול',
  invalid: 'הכתובת הזו לא יכולה לקבל דואר. נא לבדוק אותה.',
  risky: 'ייתכן שדואר לכתובת הזו לא יגיע. נא לבדוק אותה.',
  unknown: 'לא ניתן היה לבדוק את הכתובת. נא לנסות שוב.',
  other: 'נא להשתמש בכתובת אחרת.',
  syntax_error: 'נא להזין כתובת כמו \u2068name@example.com\u2069.',
  domain_not_found: 'הדומיין {domain} לא קיים. נא לבדוק את החלק שאחרי ה־@.',
  no_mail_server: 'הדומיין {domain} לא מקבל דואר. נא לבדוק את החלק שאחרי ה־@.',
  null_mx: 'הדומיין {domain} לא מקבל דואר. נא לבדוק את החלק שאחרי ה־@.',
  reserved_domain: 'הדומיין {domain} מיועד לדוגמאות ולבדיקות. נא להזין כתובת משלך.',
  mailbox_not_found: 'תיבת הדואר {email} לא קיימת. נא לבדוק את החלק שלפני ה־@.',
  mailbox_full: 'תיבת הדואר {email} מלאה.',
  mailbox_disabled: 'תיבת הדואר {email} כבר לא מקבלת דואר.',
  disposable: 'זו כתובת חד־פעמית. נא להזין כתובת קבועה.',
  override: 'אפשר ללחוץ שוב על הכפתור כדי להשתמש בה בכל זאת.',
};
