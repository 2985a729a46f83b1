import type { Messages } from './en.js';

/** Hindi, with ‘आप’. */
export const messages: Messages = {
  checking: 'जाँच हो रही है…',
  valid: 'यह पता सही लग रहा है।',
  suggestion: 'क्या आपका मतलब {suggestion} था?',
  accept: 'इसे चुनें',
  keep: 'मेरा ही रखें',
  fixed: 'टाइपिंग की गलती ठीक की गई: {from} → {to}',
  undo: 'वापस लें',
  invalid: 'इस पते पर ईमेल नहीं पहुँच सकता। स्पेलिंग जाँच लें।',
  risky: 'इस पते पर ईमेल शायद न पहुँचे।',
  unknown: 'हम इस पते की जाँच नहीं कर पाए। कृपया फिर से कोशिश करें।',
  other: 'कृपया कोई और पता डालें।',
  syntax_error: 'कृपया name@example.com जैसा पता डालें।',
  domain_not_found: 'हमें {domain} नहीं मिला। @ के बाद की स्पेलिंग जाँच लें।',
  no_mail_server: '{domain} पर ईमेल नहीं पहुँचते। @ के बाद की स्पेलिंग जाँच लें।',
  null_mx: '{domain} पर ईमेल नहीं पहुँचते। @ के बाद की स्पेलिंग जाँच लें।',
  reserved_domain: '{domain} सिर्फ़ उदाहरणों के लिए है। कृपया अपना पता डालें।',
  mailbox_not_found: 'हमें {email} नहीं मिला। @ से पहले की स्पेलिंग जाँच लें।',
  mailbox_full: '{email} का मेलबॉक्स भर गया है।',
  mailbox_disabled: '{email} पर अब ईमेल नहीं पहुँचते।',
  disposable: 'यह अस्थायी पता लगता है। कृपया वह पता डालें जिसे आप अक्सर देखते हैं।',
  override: 'फिर भी इस्तेमाल करना हो तो दोबारा सबमिट करें।',
};
