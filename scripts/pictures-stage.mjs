/** The pages for screenshots: a plain sign-up form, and the contact sheet of its screenshots. */

const COLOURS = `
  :root {
    color-scheme: light dark;
    --page: light-dark(#f3f4f6, #101214);
    --card: light-dark(#ffffff, #1a1d21);
    --ink: light-dark(#16181d, #f2f3f5);
    --soft: light-dark(#5c626d, #a4abb6);
    --edge: light-dark(#8b919c, #6b727d);
    --button: light-dark(#16181d, #f2f3f5);
    --on-button: light-dark(#ffffff, #16181d);
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }`;

const FORM = `${COLOURS}
  body { padding: 20px; }
  form {
    display: grid;
    gap: 16px;
    padding: 24px;
    border-radius: 16px;
    background: var(--card);
    box-shadow: 0 0 0 1px light-dark(rgb(0 0 0 / 0.05), rgb(255 255 255 / 0.06)), 0 8px 24px -8px rgb(0 0 0 / 0.12);
  }
  @media (max-width: 340px) {
    body { padding: 12px; }
    form { padding: 20px; }
  }
  h1 { margin: 0; font-size: 20px; font-weight: 650; letter-spacing: -0.02em; line-height: 1.3; }
  h1 + p { margin: -14px 0 0; color: var(--soft); font-size: 14px; }
  label { display: grid; gap: 6px; font-size: 14px; font-weight: 550; }
  input {
    width: 100%;
    height: 44px;
    padding: 0 12px;
    border: 1px solid var(--edge);
    border-radius: 10px;
    background: var(--card);
    color: inherit;
    font: inherit;
    font-size: 16px;
    font-weight: 400;
  }
  input::placeholder { color: var(--soft); opacity: 0.8; }
  input:focus-visible { border-color: var(--ink); outline: 3px solid color-mix(in srgb, var(--ink) 18%, transparent); }
  input[aria-invalid='true'] { border-color: light-dark(#b3261e, #ffb4ab); }
  button[type='submit'] {
    height: 44px;
    border: 0;
    border-radius: 10px;
    background: var(--button);
    color: var(--on-button);
    font: inherit;
    font-weight: 600;
  }`;

const INPUT = `<label>Email <input type="email" name="email" autocomplete="email" required placeholder="you@company.com"></label>`;

const html = (style, body, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign up</title><style>${style}</style>${head}</head><body>${body}</body></html>`;

/** @param {string} placement `bubble`: the script tag finds the input; `line`: the element wraps it */
export const stage = (placement) => {
  const bubble = placement === 'bubble';
  const script = `<script type="module" src="/email-verify.js"${bubble ? ' data-endpoint="/verify/"' : ''}></script>`;
  const field = bubble ? INPUT : `<email-verify endpoint="/verify/">${INPUT}</email-verify>`;
  const form = `<form method="post">
  <h1>Create your account</h1>
  <p>Free for 30 days. No card needed.</p>
  ${field}
  <label>Password <input type="password" name="password" autocomplete="new-password"></label>
  <button type="submit">Create account</button>
</form>`;
  return html(FORM, form, script);
};

/**
 * @param {{name: string, picture: string, width: number}[]} tiles `picture` is base64
 * @param {number} columns
 */
export const sheet = (tiles, columns) =>
  html(
    `${COLOURS}
  body { display: grid; grid-template-columns: repeat(${columns}, max-content); padding: 12px 4px; width: max-content; }
  figure { margin: 0; }
  img { display: block; }
  figcaption { padding: 8px 20px 0; color: var(--soft); font-size: 14px; font-weight: 550; }`,
    tiles
      .map(
        ({ name, picture, width }) =>
          `<figure><figcaption>${name}</figcaption><img width="${width}" src="data:image/png;base64,${picture}"></figure>`,
      )
      .join(''),
  );
