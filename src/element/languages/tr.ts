import type { Messages } from './en.js';

/** Turkish, with “siz”. No suffix is set to what is filled in: it would have to follow its vowels. */
export const messages: Messages = {
  checking: 'Adres kontrol ediliyor…',
  valid: 'Bu adres e-posta alabiliyor.',
  suggestion: 'Bunu mu demek istediniz: {suggestion}?',
  accept: 'Bunu kullan',
  keep: 'Benimki kalsın',
  fixed: '{from}, {to} olarak değiştirildi.',
  undo: 'Geri al',
  invalid: 'Bu adres e-posta alamıyor. Lütfen kontrol edin.',
  risky: 'Bu adrese gönderilen e-postalar ulaşmayabilir. Lütfen kontrol edin.',
  unknown: 'Bu adres kontrol edilemedi. Lütfen tekrar deneyin.',
  other: 'Lütfen başka bir adres kullanın.',
  syntax_error: 'Lütfen name@example.com gibi bir adres girin.',
  domain_not_found: '{domain} alan adı bulunamadı. Lütfen @ işaretinden sonraki kısmı kontrol edin.',
  no_mail_server: '{domain} alan adı e-posta almıyor. Lütfen @ işaretinden sonraki kısmı kontrol edin.',
  null_mx: '{domain} alan adı e-posta almıyor. Lütfen @ işaretinden sonraki kısmı kontrol edin.',
  reserved_domain: '{domain}, örnekler ve testler için ayrılmış bir alan adı. Lütfen kendi adresinizi girin.',
  mailbox_not_found: '{email} diye bir posta kutusu yok. Lütfen @ işaretinden önceki kısmı kontrol edin.',
  mailbox_full: '{email} posta kutusu dolu.',
  mailbox_disabled: '{email} posta kutusu artık e-posta almıyor.',
  disposable: 'Bu tek kullanımlık bir adres. Lütfen sürekli kullandığınız bir adres girin.',
  override: 'Yine de kullanmak için düğmeye tekrar basın.',
};
