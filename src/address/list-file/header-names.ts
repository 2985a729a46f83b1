/** Names of columns with addresses, in the languages of the large spreadsheets' users. */
const EXACT =
  /^(?:(?:primary |main |work |home |private |personal |business |contact |customer |user |subscriber |login )?e ?mails?(?: ?addres(?:s|ses))?(?: \d)?|(?:primary )?mail(?: ?address)?(?: \d)?|adresse(?: de messagerie)?(?: e ?mail)?|e ?mail ?adres(?:se)?(?: \d)?|courriel|correo(?: electr[oó]nico)?|e ?posta(?: adresi)?|e ?post|s[aä]hk[oö]posti|indirizzo e ?mail|indirizzo di posta elettronica|endere[cç]o de e ?mail|adres e ?mail|электронная почта|e ?mail 1 value|メール(?:アドレス)?|电子邮件|电子邮箱|邮箱|電子郵件|이메일|primary ?smtp ?address|user ?principal ?name|to)$/iu;
const PART = /mail|courriel|correo|adress|почта|メール|邮|郵件|이메일/iu;

const PLAIN = /[\s\u{feff}_.:#*/-]+/gu;

/** A name in lower case, with a space for all that may separate its words. */
export const plainName = (name: string): string => name.replace(PLAIN, ' ').trim().toLowerCase();

const PLURAL = /addresses$|mails$/iu;

/**
 * The rank of a column's name: 3 if it is a known name of an address column, 2 if it says that there are several in a
 * cell, 1 if it contains a word of such names, else 0.
 */
export const rankOf = (name: string): number => {
  if (isHeaderName(name)) return PLURAL.test(plainName(name)) ? 2 : 3;
  return PART.test(name) ? 1 : 0;
};

/** True if a text is a known name of an address column. */
export const isHeaderName = (name: string): boolean => name.length <= 100 && EXACT.test(plainName(name));
