import type { Messages } from './en.js';

/** Polish, without „Pan” and „Pani”: imperatives, as forms have them. Names of domains follow a noun, which is inflected for them. */
export const messages: Messages = {
  checking: 'Sprawdzanie adresu…',
  valid: 'Na ten adres można wysyłać pocztę.',
  suggestion: 'Czy chodziło o {suggestion}?',
  accept: 'Użyj tego',
  keep: 'Zostaw mój',
  fixed: 'Zmieniono {from} na {to}.',
  undo: 'Cofnij',
  invalid: 'Ten adres nie może odbierać poczty. Sprawdź go.',
  risky: 'Poczta wysłana na ten adres może nie dotrzeć. Sprawdź go.',
  unknown: 'Nie udało się sprawdzić tego adresu. Spróbuj ponownie.',
  other: 'Użyj innego adresu.',
  syntax_error: 'Wpisz adres w postaci name@example.com.',
  domain_not_found: 'Domena {domain} nie istnieje. Sprawdź część po znaku @.',
  no_mail_server: 'Domena {domain} nie odbiera poczty. Sprawdź część po znaku @.',
  null_mx: 'Domena {domain} nie odbiera poczty. Sprawdź część po znaku @.',
  reserved_domain: 'Domena {domain} służy do przykładów i testów. Wpisz własny adres.',
  mailbox_not_found: 'Skrzynka {email} nie istnieje. Sprawdź część przed znakiem @.',
  mailbox_full: 'Skrzynka {email} jest pełna.',
  mailbox_disabled: 'Skrzynka {email} nie odbiera już poczty.',
  disposable: 'To adres jednorazowy. Wpisz taki, z którego korzystasz na stałe.',
  override: 'Naciśnij przycisk ponownie, aby mimo to go użyć.',
};
