/** A page with an e-mail field. */
export interface Markup {
  /** The body. The first `input[type=email]`, in open shadow roots too, is the field. */
  body: string;
  css?: string;
  /** Attributes of `<html>` and of `<body>`. */
  html?: Record<string, string>;
  bodyAttributes?: Record<string, string>;
  /** The window's size, in CSS pixels. Default 760 by 560. */
  width?: number;
  height?: number;
  /** Adds Bootstrap's CSS before `css`. */
  bootstrap?: true;
  /** The page's script. */
  script?: (document: Document) => void;
}

export const EMAIL = '<input type="email" name="email" autocomplete="email" placeholder="you@example.com">';
export const BUTTON = '<button>Sign up</button>';
export const FIELD = `<label for="email">Email</label><input id="email" type="email" name="email" placeholder=" ">`;
export const SIGN_UP = `<form><p><label>Name <input name="name"></label></p><p><label>Email ${EMAIL}</label></p><p>${BUTTON}</p></form>`;
