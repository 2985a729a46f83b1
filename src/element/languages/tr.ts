import type { Messages } from './en.js';

/** Turkish, with “siz”. A placeholder takes no suffix, which would have to follow its vowels. */
export const messages: Messages = {
  checking: 'Kontrol ediliyor…',
  valid: 'Bu adres doğru görünüyor.',
  suggestion: 'Bunu mu demek istediniz: {suggestion}?',
  accept: 'Bunu kullan',
  keep: 'Benimki kalsın',
  fixed: 'Yazım hatası düzeltildi: {from} → {to}',
  undo: 'Geri al',
  invalid: 'Bu adres e-posta alamıyor. Yazımını kontrol edin.',
  risky: 'Bu adrese gönderilen e-postalar ulaşmayabilir.',
  unknown: 'Bu adresi kontrol edemedik. Lütfen tekrar deneyin.',
  other: 'Lütfen başka bir adres kullanın.',
  syntax_error: 'Lütfen ad@example.com gibi bir adres girin.',
  domain_not_found: '{domain} alan adını bulamadık. @ işaretinden sonrasını kontrol edin.',
  no_mail_server: '{domain} e-posta almıyor. @ işaretinden sonrasını kontrol edin.',
  null_mx: '{domain} e-posta almıyor. @ işaretinden sonrasını kontrol edin.',
  reserved_domain: '{domain} yalnızca örnekler içindir. Lütfen kendi adresinizi girin.',
  mailbox_not_found: '{email} adresini bulamadık. @ işaretinden öncesini kontrol edin.',
  mailbox_full: '{email} posta kutusu dolu.',
  mailbox_disabled: '{email} artık e-posta almıyor.',
  disposable: 'Bu adres tek kullanımlık görünüyor. Lütfen düzenli kullandığınız bir adres girin.',
  override: 'Yine de kullanmak için tekrar gönderin.',
};
