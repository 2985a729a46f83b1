import assert from '../support/assert.js';
import { answerWith, part, standForm, verdict } from '../support/page.js';
import { enterAddress } from '../support/person.js';
import { eventually } from '../support/time.js';

const colour = (name: string, property: 'color' | 'backgroundColor'): string => {
  const node = part(name);
  return node ? getComputedStyle(node)[property] : '';
};

describe("a page's own colours", () => {
  it('leave the picture in the sign white', async () => {
    answerWith('invalid');
    await standForm('style="--email-verify-error-color: rgb(176, 0, 69)"');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(colour('sign', 'backgroundColor'), 'rgb(176, 0, 69)');
    });
    assert.equal(colour('sign', 'color'), 'rgb(255, 255, 255)');
  });

  for (const placement of ['line', 'bubble']) {
    it(`may be light-dark(), also in the bubble: ${placement}`, async () => {
      answerWith((email) => verdict(email, 'invalid', { did_you_mean: 'anna@gmail.com' }));
      const colours = '--email-verify-accent: light-dark(rgb(1, 1, 1), rgb(250, 250, 250))';
      await standForm(`placement="${placement}" style="${colours}"`, { form: 'style="color-scheme: dark"' });
      await enterAddress('anna@gamil.org');
      await eventually(() => {
        assert.equal(colour('accept', 'backgroundColor'), 'rgb(250, 250, 250)');
      });
    });
  }
});
