/** @see https://w3c.github.io/trusted-types/dist/spec/ */
import assert from './support/assert.js';
import { one, part, stand } from './support/page.js';
import { press, type } from './support/person.js';
import { eventually } from './support/time.js';

/**
 * The scripts built for a script tag, in a page with the strictest policy that lets them work. Needs `npm run build`
 * first.
 */
describe('under a strict Content-Security-Policy', () => {
  for (const script of ['email-verify.js', 'email-verify.classic.js']) {
    it(`${script} does all of its work, and breaks no rule`, async () => {
      await stand(`<iframe style="inline-size: 100%; block-size: 500px" title="Sign up"></iframe>`);
      const frame = one('iframe') as HTMLIFrameElement;
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve, { once: true });
        frame.src = `/csp/page?script=${script}`;
      });
      const page = frame.contentWindow as Window & typeof globalThis & { violations: string[] };
      const sent: Record<string, FormDataEntryValue>[] = [];
      page.addEventListener('submit', (event) => {
        if (!event.defaultPrevented) sent.push(Object.fromEntries(new FormData(event.target as HTMLFormElement)));
        event.preventDefault();
      });
      const input = page.document.querySelector('input')!;
      const host = (): Element => {
        const found = page.document.querySelector('email-verify');
        if (!found) throw new Error('There is no element yet.');
        return found;
      };
      const enter = async (address: string, key: string): Promise<void> => {
        page.focus();
        input.focus();
        input.select();
        await type(address);
        await press(key);
      };
      const shows = (name: string, text: string): Promise<void> =>
        eventually(() => {
          assert.ok(part(name, host())?.textContent.includes(text), part(name, host())?.textContent);
        });
      await enter('valid@gmial.com', 'Tab');
      await shows('message', 'Fixed typo: gmial.com → gmail.com');
      assert.equal(page.getComputedStyle(part('row', host())!).display, 'flex', 'it is styled');

      for (const local of ['risky', 'unknown']) {
        await enter(`${local}@gamil.org`, 'Tab');
        await shows('suggestion-text', `Did you mean ${local}@gmail.com?`);
        input.focus();
        await press('Tab');
        await press('Enter');
        assert.equal(input.value, `${local}@gmail.com`);
      }

      await enter('invalid@harbour-shop.com', 'Enter');
      await shows('message', 'This address can’t receive email.');
      assert.deepEqual(sent, []);
      await enter('valid@harbour-shop.com', 'Enter');
      await eventually(() => {
        assert.deepEqual(sent, [
          { email: 'valid@harbour-shop.com', 'email-verification': 'receipt for valid@harbour-shop.com' },
        ]);
      });

      assert.deepEqual(page.violations, []);
      page.document.head.append(page.document.createElement('style'));
      page.document.querySelector('style')!.textContent = 'p { color: red }';
      await eventually(() => {
        assert.ok(page.violations.length > 0);
      });
    });
  }
});
