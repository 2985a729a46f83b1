import { EMAIL, isMatch, isOff, isSignIn, takesMore } from '../loader/match.js';

/** Inputs that may be for an e-mail address. */
const CANDIDATES = `${EMAIL}, input[autocomplete~=email], input[name*=mail i], input[id*=mail i]`;

/**
 * The reason why the loader leaves an input alone.
 * @param match the page's own selector, in place of the loader's rules.
 * @returns null for an input to which it attaches an element.
 */
const whyIgnored = (input: HTMLInputElement, match?: string): string | null => {
  const candidate: unknown = input;
  if (isMatch(candidate, match)) return null;
  if (isOff(input)) return 'it, or an ancestor, has data-email-verify="off"';
  if (match) return `it does not match data-match="${match}"`;
  if (!input.matches(EMAIL)) return 'it has neither type="email" nor inputmode="email"; data-match can name it';
  if (input.multiple) return 'it has the attribute multiple, for several addresses';
  if (input.matches('[autocomplete~=username]')) return 'it has autocomplete="username"';
  if (input.type !== 'email' && takesMore(input))
    return 'by its name, label or placeholder it takes more than an address, such as a user name';
  if (input.form && isSignIn(input.form)) return 'its form is a sign-in form, by its password field or its words';
  return 'the page has replaced it';
};

/** The inputs of the document that may be for an e-mail address and are left alone, each with the reason. */
export const ignoredInputs = (match?: string): [HTMLInputElement, string][] =>
  [...document.querySelectorAll<HTMLInputElement>(CANDIDATES)].flatMap((input) => {
    const why = whyIgnored(input, match);
    return why === null ? [] : [[input, why]];
  });
