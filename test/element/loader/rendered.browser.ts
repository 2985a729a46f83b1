import { startLoader } from '../../../src/element/loader/start.js';
import { stand, tone } from '../support/page.js';
import { describeRendered } from '../support/rendered.js';

describe("the server's value, with the loader,", () => {
  before(() => {
    startLoader(
      () => import('../../../src/element/bundle.js'),
      () => ({}),
    );
  });

  describeRendered(
    (value) =>
      stand(
        `<form><label>Email <input type="email" name="email" value="${value}"></label><button>Save</button></form>`,
      ),
    () => {
      const host = document.querySelector('email-verify');
      return host ? tone(host) : '';
    },
  );
});
