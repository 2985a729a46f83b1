import assert from '../support/assert.js';
import { sample } from '../../support/whole.js';
import { eventually, wait } from '../support/time.js';
import { differences, openFrame, type Scheme } from './frame.js';
import { MARKUPS } from './markups/index.js';

/** Everything that a person can bring about: what they write, whether they stay in the field, and what they then see. */
interface State {
  value: string;
  /** The text in the field afterwards. */
  left: string;
  focused: boolean;
  words: RegExp | null;
  sign: string;
  /** A page in the other scheme has the same course: what takes longest is done once. */
  schemes?: Scheme[];
}

const STATES: Record<string, State> = {
  'a good verdict': {
    value: 'anna@harbour.example',
    left: 'anna@harbour.example',
    focused: true,
    words: null,
    sign: 'valid',
  },
  'an error': {
    value: 'anna@nodomain.example',
    left: 'anna@nodomain.example',
    focused: false,
    words: /nodomain/,
    sign: 'error',
  },
  'a suggestion': {
    value: 'anna@gamil.org',
    left: 'anna@gamil.org',
    focused: false,
    words: /gmail\.com.+/,
    sign: '',
    schemes: ['light'],
  },
  'a fix': {
    value: 'anna@gmial.com',
    left: 'anna@gmail.com',
    focused: false,
    words: /gmial\.com.+gmail\.com.+/,
    sign: '',
    schemes: ['light'],
  },
};

/** The bubble's own values of styles that it could get from the page, by inheritance or by a rule for all elements. */
const OWN: Record<string, string> = {
  letterSpacing: 'normal',
  wordSpacing: '0px',
  textTransform: 'none',
  textIndent: '0px',
  fontStyle: 'normal',
  textShadow: 'none',
  whiteSpaceCollapse: 'collapse',
  writingMode: 'horizontal-tb',
};

describe('layout', () => {
  const frame = openFrame();

  const seesAll = (): void => {
    const bubble = frame.part('bubble');
    if (!bubble) return;
    const { left, top, right, bottom } = bubble.getBoundingClientRect();
    const { width, height } = frame.size;
    assert.ok(Math.min(left, top, width - right, height - bottom) >= -1, 'the bubble within the window');
    const style = frame.window.getComputedStyle(bubble.querySelector('[part~=message]') ?? bubble);
    for (const [name, value] of Object.entries(OWN)) {
      const actual = style[name as 'letterSpacing'];
      assert.equal(actual, value, `${name} of the bubble`);
    }
    assert.ok(parseFloat(style.fontSize) >= 12 && parseFloat(style.fontSize) <= 24, 'letters of the bubble');
  };

  for (const scheme of sample<Scheme>(['light', 'dark'], 2)) {
    describe(scheme, () => {
      for (const [name, markup] of Object.entries(MARKUPS)) {
        it(`${name}: nothing of the page changes`, async () => {
          await frame.show(markup, scheme);
          const states = Object.entries(STATES).filter(([, { schemes = ['light', 'dark'] }]) =>
            schemes.includes(scheme),
          );
          const before = states.map(([, { left, focused }]) => {
            frame.set(left, focused);
            return frame.note();
          });
          frame.set('', false);
          const idle = frame.note();
          const found: string[] = [];
          const compare = (state: string, expected: typeof idle): void => {
            const moved = differences(expected, frame.note());
            const strangers = frame.strangers.map(({ outerHTML }) => `${outerHTML} takes room`);
            found.push(...[...moved, ...strangers].slice(0, 4).map((one) => `${state}: ${one}`));
          };

          await frame.attach({ debounce: 0 }).updateComplete;
          compare('idle', idle);
          for (const [index, [state, { value, focused, words, sign }]] of states.entries()) {
            frame.write(value, focused);
            if (sign) await frame.signed(sign);
            if (words) await frame.says(words);
            // Content placed anew with each frame gets one frame a page, since the suite waits longest for frames.
            if (sign === 'error') await frame.frames(1);
            compare(state, before[index]!);
            // Words that came later have made it wider: it is placed anew before the browser draws it.
            await eventually(seesAll);
            if (sign !== 'valid') continue;
            // The receipt goes with the form.
            frame.submit();
            compare('a form that was sent', before[index]!);
          }
          frame.host!.remove();
          frame.set('', false);
          await wait(0);
          compare('after removal', idle);
          assert.equal(found.join('\n'), '');
        });
      }
    });
  }
});
