import type { Messages } from './en.js';

/**
 * Polish, without „Pan” and „Pani”: imperatives, as forms have them. A noun precedes a placeholder where the sentence
 * needs a case ending.
 */
export const messages: Messages = {
  checking: 'Sprawdzamy…',
  valid: 'Ten adres wygląda na poprawny.',
  suggestion: 'Chodziło o {suggestion}?',
  accept: 'Użyj tego',
  keep: 'Zostaw mój',
  fixed: 'Poprawiono literówkę: {from} → {to}',
  undo: 'Cofnij',
  invalid: 'Ten adres nie może odbierać wiadomości. Sprawdź pisownię.',
  risky: 'Wiadomości na ten adres mogą nie dotrzeć.',
  unknown: 'Nie udało się sprawdzić tego adresu. Spróbuj ponownie.',
  other: 'Podaj inny adres.',
  syntax_error: 'Wpisz adres w formacie nazwa@example.com.',
  domain_not_found: 'Nie znaleźliśmy domeny {domain}. Sprawdź pisownię po znaku @.',
  no_mail_server: 'Domena {domain} nie odbiera poczty. Sprawdź pisownię po znaku @.',
  null_mx: 'Domena {domain} nie odbiera poczty. Sprawdź pisownię po znaku @.',
  reserved_domain: 'Domena {domain} służy tylko do przykładów. Wpisz własny adres.',
  mailbox_not_found: 'Nie znaleźliśmy skrzynki {email}. Sprawdź pisownię przed znakiem @.',
  mailbox_full: 'Skrzynka {email} jest pełna.',
  mailbox_disabled: 'Skrzynka {email} nie odbiera już poczty.',
  disposable: 'To wygląda na adres jednorazowy. Podaj taki, z którego korzystasz na co dzień.',
  override: 'Wyślij ponownie, aby mimo to go użyć.',
};
