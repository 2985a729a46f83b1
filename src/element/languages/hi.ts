import type { Messages } from '../messages.js';

/** Hindi, with ‘आप’. */
export const messages: Messages = {
  checking: 'पते की जाँच हो रही है…',
  valid: 'इस पते पर ईमेल पहुँच सकता है।',
  suggestion: 'क्या आपका मतलब {suggestion} था?',
  accept: 'इसे इस्तेमाल करें',
  keep: 'मेरा पता रखें',
  fixed: '{from} को बदलकर {to} किया गया।',
  undo: 'वापस लें',
  invalid: 'इस पते पर ईमेल नहीं पहुँच सकता। कृपया इसे जाँच लें।',
  risky: 'हो सकता है कि इस पते पर ईमेल न पहुँचे। कृपया इसे जाँच लें।',
  unknown: 'इस पते की जाँच नहीं हो सकी। कृपया फिर से कोशिश करें।',
  syntax_error: 'कृपया name@example.com जैसा पता डालें।',
  domain_not_found: 'डोमेन {domain} मौजूद नहीं है। कृपया @ के बाद का हिस्सा जाँच लें।',
  no_mail_server: 'डोमेन {domain} ईमेल नहीं लेता। कृपया @ के बाद का हिस्सा जाँच लें।',
  null_mx: 'डोमेन {domain} ईमेल नहीं लेता। कृपया @ के बाद का हिस्सा जाँच लें।',
  reserved_domain: 'डोमेन {domain} उदाहरणों और परीक्षणों के लिए है। कृपया अपना खुद का पता डालें।',
  mailbox_not_found: 'मेलबॉक्स {email} मौजूद नहीं है। कृपया @ के पहले का हिस्सा जाँच लें।',
  mailbox_full: 'मेलबॉक्स {email} भरा हुआ है।',
  mailbox_disabled: 'मेलबॉक्स {email} अब ईमेल नहीं लेता।',
  disposable: 'यह एक बार इस्तेमाल का पता है। कृपया अपना स्थायी पता डालें।',
};
