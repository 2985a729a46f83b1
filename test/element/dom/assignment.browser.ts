import { expect } from '@esm-bundle/chai';
import { answerWith, element, input, standForm, tone } from '../support/page.js';
import { typeAddress } from '../support/person.js';
import { eventually } from '../support/time.js';

const own = (): PropertyDescriptor | undefined => Object.getOwnPropertyDescriptor(input(), 'value');

/** Defines `value` on the input, as React and libraries for masks do. Returns the values that were set. */
const define = (): string[] => {
  const set: string[] = [];
  const inherited = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  Object.defineProperty(input(), 'value', {
    configurable: true,
    get: () => inherited.get?.call(input()) as string,
    set: (value: string) => {
      set.push(value);
      inherited.set?.call(input(), value);
    },
  });
  return set;
};

const verify = async (): Promise<void> => {
  await typeAddress('anna@harbour-shop.com');
  await eventually(() => {
    expect(tone()).to.equal('valid');
  });
};

describe('a value that code sets', () => {
  it('goes through what a library has defined, which is there again when the element leaves', async () => {
    answerWith('valid');
    await standForm();
    const set = define();
    const theirs = own();
    await verify();
    input().value = 'berta@harbour-shop.com';
    expect(set).to.deep.equal(['berta@harbour-shop.com']);
    expect(input().value).to.equal('berta@harbour-shop.com');
    const field = input();
    element().replaceWith(field);
    await eventually(() => {
      expect(own()).to.deep.equal(theirs);
    });
  });

  it('leaves what a library has defined later in its place', async () => {
    answerWith('valid');
    await standForm();
    await verify();
    const set = define();
    const theirs = own();
    input().value = 'berta@harbour-shop.com';
    expect(set).to.have.length(1);
    const field = input();
    element().replaceWith(field);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(own()).to.deep.equal(theirs);
  });

  it('is not listened to before something is known of the field, nor when the element has left', async () => {
    answerWith('valid');
    await standForm();
    expect(own()).to.equal(undefined);
    await verify();
    expect(own()).not.to.equal(undefined);
    const field = input();
    element().replaceWith(field);
    await eventually(() => {
      expect(own()).to.equal(undefined);
    });
  });
});
