const EMAIL = 'input[type=email], input[inputmode=email]';

/** Words of a sign-in form, in its buttons, its address or its name. */
const SIGN_IN =
  /(log|sign)[\s_-]?(in|on)\b|anmelden|nloggen|conne(xion|cter)|iniciar|entrar|accedi|zaloguj|logga|giriş|войти|увійти|登录|ログイン|로그인|دخول/i;
/** Words of a field that takes more than e-mail addresses, once the examples of addresses are taken out. */
const MORE_THAN_EMAIL = /user|login|phone|mobil|telefon|num[ebé]|\bname|\b(or|oder|ou)\b/i;
const EXAMPLE = /\S+@\S+/g;

const isSignIn = (form: HTMLFormElement): boolean => {
  const find = (selector: string): Element[] => [...form.querySelectorAll(selector)];
  if (find('[autocomplete~=current-password]').length) return true;
  if (find('input[type=password]:not([autocomplete~=new-password])').length !== 1) return false;
  const words = ['id', 'class', 'action'].map((name) => form.getAttribute(name));
  for (const button of find('button, input[type=submit], h1, h2'))
    words.push(button.textContent, button.getAttribute('value'));
  return SIGN_IN.test(words.join(' '));
};

/** Whether a text field, though its keyboard is for addresses, says that it takes names or numbers too. */
const takesMore = (input: HTMLInputElement): boolean => {
  const words = [input.name, input.id, input.placeholder, input.ariaLabel];
  for (const label of input.labels ?? []) words.push(label.textContent);
  return MORE_THAN_EMAIL.test(words.join(' ').replace(EXAMPLE, ''));
};

/** Whether the input, or anything around it, is switched off; out of shadow trees too. */
const isOff = (element: Element): boolean => {
  if (element.closest('[data-email-verify=off]')) return true;
  const root = element.getRootNode();
  return root instanceof ShadowRoot && isOff(root.host);
};

/**
 * Whether the loader takes care of an input: an address for a sign-up. Sign-in forms, fields for several addresses and fields that take
 * user names are left alone.
 * @param match a selector of the page's own, in place of these rules.
 */
export const isMatch = (input: unknown, match?: string): input is HTMLInputElement => {
  if (!(input instanceof HTMLInputElement) || isOff(input)) return false;
  // The author's own element waits for its definition.
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
