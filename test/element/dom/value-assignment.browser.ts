import assert from '../support/assert.js';
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
    assert.equal(tone(), 'valid');
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
    assert.deepEqual(set, ['berta@harbour-shop.com']);
    assert.equal(input().value, 'berta@harbour-shop.com');
    const field = input();
    element().replaceWith(field);
    await eventually(() => {
      assert.deepEqual(own(), theirs);
    });
  });

  it('leaves what a library has defined later in its place', async () => {
    answerWith('valid');
    await standForm();
    await verify();
    const set = define();
    const theirs = own();
    input().value = 'berta@harbour-shop.com';
    assert.equal(set.length, 1);
    const field = input();
    element().replaceWith(field);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(own(), theirs);
  });

  it('is not listened to before something is known of the field, nor when the element has left', async () => {
    answerWith('valid');
    await standForm();
    assert.equal(own(), undefined);
    await verify();
    assert.notEqual(own(), undefined);
    const field = input();
    element().replaceWith(field);
    await eventually(() => {
      assert.equal(own(), undefined);
    });
  });
});
