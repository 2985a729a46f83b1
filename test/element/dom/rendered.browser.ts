import { PATIENT, stand, tone } from '../support/page.js';
import { describeRendered } from '../support/rendered.js';

for (const [field, type] of [
  ['an e-mail field', 'type'],
  ['a text field', 'inputmode'],
] as const)
  describe(`the server's value in ${field}`, () => {
    describeRendered(
      (value) =>
        stand(`<form><email-verify ${PATIENT}>
        <label>Email <input ${type}="email" name="email" value="${value}"></label></email-verify><button>Save</button></form>`),
      () => tone(),
    );
  });
