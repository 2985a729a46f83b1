import { PATIENT, stand, tone } from '../support/page.js';
import { describeRendered } from '../support/rendered.js';

describe("the server's value", () => {
  describeRendered(
    (value) =>
      stand(`<form><email-verify ${PATIENT}>
        <label>Email <input type="email" name="email" value="${value}"></label></email-verify><button>Save</button></form>`),
    () => tone(),
  );
});

describe("the server's value in a text field", () => {
  describeRendered(
    (value) =>
      stand(`<form><email-verify ${PATIENT}>
        <label>Email <input inputmode="email" name="email" value="${value}"></label></email-verify><button>Save</button></form>`),
    () => tone(),
  );
});
