/** The inputs to which the loader's rules apply. */
export const EMAIL = 'input[type=email], input[inputmode=email]';

/** Words that mark a sign-in form, in its buttons, its action or its name. */
const SIGN_IN =
  /(log|sign)[\s_-]?(in|on)\b|anmelden|nloggen|conne(xion|cter)|iniciar|entrar|accedi|zaloguj|logga|giriş|войти|увійти|登录|ログイン|로그인|دخول/i;
/** Words that mark a field for more than e-mail addresses, once example addresses are removed. */
const MORE_THAN_EMAIL = /user|login|phone|mobil|telefon|num[ebé]|\bname|\b(or|oder|ou)\b/i;
const EXAMPLE = /\S+@\S+/g;

/**
 * True if a form is for signing in: it asks for the current password, or has one password field and a word of
 * {@link SIGN_IN}.
 */
export const isSignIn = (form: HTMLFormElement): boolean => {
  const find = (selector: string): Element[] => [...form.querySelectorAll(selector)];
  if (find('[autocomplete~=current-password]').length) return true;
  if (find('input[type=password]:not([autocomplete~=new-password])').length !== 1) return false;
  const words = ['id', 'class', 'action'].map((name) => form.getAttribute(name));
  for (const button of find('button, input[type=submit], h1, h2'))
    words.push(button.textContent, button.getAttribute('value'));
  return SIGN_IN.test(words.join(' '));
};

/** True if a text field accepts user names or phone numbers too, by its name, id, labels and placeholder. */
export const takesMore = (input: HTMLInputElement): boolean => {
  const words = [input.name, input.id, input.placeholder, input.ariaLabel];
  for (const label of input.labels ?? []) words.push(label.textContent);
  return MORE_THAN_EMAIL.test(words.join(' ').replace(EXAMPLE, ''));
};

/** True if the input, an ancestor or a shadow host around them has `data-email-verify=off`. */
export const isOff = (element: Element): boolean => {
  if (element.closest('[data-email-verify=off]')) return true;
  const root = element.getRootNode();
  return root instanceof ShadowRoot && isOff(root.host);
};

/**
 * True if the loader attaches an element to an input for the e-mail address of a sign-up. Inputs of sign-in forms, for
 * several addresses or for user names are left alone.
 * @param match the page's own selector, in place of these rules.
 */
export const isMatch = (input: unknown, match?: string): input is HTMLInputElement => {
  if (!(input instanceof HTMLInputElement) || isOff(input)) return false;
  // The author's own element needs the definition.
  if (input.closest('email-verify')) return true;
  if (match) return input.matches(match);
  return (
    input.matches(EMAIL) &&
    !input.multiple &&
    !input.matches('[autocomplete~=username]') &&
    (input.type === 'email' || !takesMore(input)) &&
    !(input.form && isSignIn(input.form))
  );
};
