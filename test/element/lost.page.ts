import { expect } from '@esm-bundle/chai';
import { answerWith, button, element, input, line, part, standForm, submissions } from './support/page.js';
import { click, enterAddress, press, typeAddress } from './support/person.js';
import { eventually } from './support/time.js';

// A browser asks once in a page for a module that cannot be had: these tests have a page of their own.
describe('workings that cannot be loaded', () => {
  it('let the form go through at once when they cannot be loaded, and harm nothing', async () => {
    const asked = answerWith('invalid');
    const sent = submissions();
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      expect(sent.map(({ data }) => data['plan'])).to.deep.equal(['paid']);
    });
    expect(asked).to.deep.equal([]);
    expect(input().validity.valid).to.equal(true);
    expect(await element().check()).to.equal(null);
    expect(await element().receipt()).to.equal(null);
  });

  it('keep the form when the site wants it so, and say why until something is done about it', async () => {
    const sent = submissions();
    await standForm('on-unavailable="block"');
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      expect(document.activeElement === input()).to.equal(true);
      expect(line()).to.equal('This address could not be checked. Please try again.');
    });
    expect(part('message')?.getAttribute('role')).to.equal('alert');
    await press('x');
    await eventually(() => {
      expect(line()).to.equal('');
    });
    element().messages = { unknown: 'Bitte noch einmal.' };
    await click(button('paid'));
    await eventually(() => {
      expect(line()).to.equal('Bitte noch einmal.');
    });
    element().reset();
    await eventually(() => {
      expect(line()).to.equal('');
    });
    element().messages = null as unknown as Record<string, string>;
    await click(button('paid'));
    await eventually(() => {
      expect(line()).to.contain('could not be checked');
    });
    expect(sent).to.have.length(0);
    expect(input().validity.valid, 'nothing keeps the next try from being one').to.equal(true);
  });
});
