/** The recipes of docs/testing.md, as they stand there, in a project of a user's with the packed package. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { transform } from 'esbuild';
import { bring } from '../../scripts/bring.mjs';
import { chromium } from '../../scripts/chromium.mjs';
import { whole } from '../support/whole.js';
import { usePacked, type Packed, type Project } from '../e2e/support/packed.js';
import { reserveOrigin } from './support/origin.js';
import { recipesOf } from './support/recipes.js';

/** The tools of a user. */
const tools = bring('test/pages');
const recipes = recipesOf('testing.md');
/** In pieces: Vitest would run this file in that environment. */
const ENVIRONMENT = ['@vitest-environment', 'happy-dom'].join(' ');
const recipe = (file: string): string => {
  const code = recipes.get(file);
  assert.ok(code, `docs/testing.md has ${file}`);
  return code;
};

describe('the recipes of docs/testing.md', () => {
  let packed: Packed;
  let server: Packed;
  let project: Project;

  /** Installs a tool in a project, from where it is here, by a link: it finds what it depends on from there. */
  const link = (name: string, { folder } = project): void => {
    const at = join(folder, 'node_modules', name);
    if (existsSync(at)) return;
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(join(tools, name), at);
  };

  /** Runs a program in the project. */
  const run = async (
    args: string[],
    env: Record<string, string> = {},
    { folder } = project,
  ): Promise<{ code: number | null; output: string }> => {
    // The tools of a user do not run in CI, nor inside of Vitest.
    const outside = { CI: undefined, VITEST: undefined };
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...outside, ...env } });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await ended, output: `${out}${err}` };
  };

  const vitest = (...args: string[]) => {
    for (const name of ['vitest', 'happy-dom', 'jsdom']) link(name);
    return run(['node_modules/vitest/vitest.mjs', 'run', ...args]);
  };

  beforeAll(async () => {
    packed = usePacked();
    server = usePacked('email-verify-server');
    project = await packed.install('react', 'react-dom', 'vue');
  });

  afterAll(() => {
    packed.remove();
    server.remove();
  });

  for (const environment of ['happy-dom', 'jsdom'])
    describe.runIf(whole || environment === 'happy-dom')(environment, () => {
      const write = (file: string, code: string): void => {
        project.write(file, code.replace(/(@vitest-environment) happy-dom/, `$1 ${environment}`));
      };

      test('runs the recipe of Vitest', async () => {
        write('sign-up.test.js', recipe('sign-up.test.js'));
        const { code, output } = await vitest('sign-up.test.js');
        assert.equal(code, 0, output);
        assert.match(output, /2 passed/);
      });

      test('renders every door without an error, and with what a form needs', async () => {
        write('doors.test.js', DOORS);
        const { code, output } = await vitest('doors.test.js');
        assert.equal(code, 0, output);
        assert.match(output, /5 passed/);
        assert.doesNotMatch(output, /Unhandled|Not implemented|Could not parse|Error:/);
      });

      test('completes updates while the timers are fake', async () => {
        write('fake-timers.test.js', FAKE_TIMERS);
        const { code, output } = await vitest('fake-timers.test.js');
        assert.equal(code, 0, output);
        assert.match(output, /2 passed/);
        assert.doesNotMatch(output, /Unhandled|Error:/);
      });
    });

  test('are JavaScript, that of Cypress too', async () => {
    assert.ok(recipes.size >= 7);
    for (const [file, code] of recipes) {
      const { warnings } = await transform(code, { loader: 'js', format: 'esm' });
      assert.deepEqual(warnings, [], file);
    }
    assert.match(recipe('cypress/e2e/sign-up.cy.js'), /cy\.visit/);
  });

  describe.runIf(whole)('of tools that CI installs', () => {
    test('Jest runs its recipe', async () => {
      for (const name of ['jest', 'jest-environment-jsdom', '@jest/globals']) link(name);
      for (const file of ['jest.config.js', 'sign-up.jest.test.js']) project.write(file, recipe(file));
      const { code, output } = await run([
        '--experimental-vm-modules',
        'node_modules/jest/bin/jest.js',
        'sign-up.jest.test.js',
      ]);
      assert.equal(code, 0, output);
      assert.match(output, /1 passed/);
    });

    for (const config of ['.babelrc', 'babel.config.json'])
      test(`Jest runs its recipe by babel-jest with ${config}, in a project of CommonJS`, async () => {
        const commonjs = await packed.install('react', 'vue');
        for (const name of ['jest', 'babel-jest', 'jest-environment-jsdom', '@jest/globals', '@babel/preset-env'])
          link(name, commonjs);
        commonjs.write('package.json', '{}');
        commonjs.write(config, '{ "presets": [["@babel/preset-env", { "targets": { "node": "current" } }]] }');
        const settings = recipe('jest.config.cjs');
        commonjs.write(
          'jest.config.cjs',
          config === '.babelrc' ? settings : settings.replace(/^ {2}transform:.*\n/m, ''),
        );
        commonjs.write('sign-up.jest.test.js', `${recipe('sign-up.jest.test.js')}\n${ENTRY_POINTS}`);
        const { code, output } = await run(['node_modules/jest/bin/jest.js'], {}, commonjs);
        assert.equal(code, 0, output);
        assert.match(output, /2 passed/);
      });

    test('Playwright runs its recipe, with the edge in test mode and a backend', async () => {
      link('@playwright/test');
      const origins = [await reserveOrigin(), await reserveOrigin()];
      const [app = '', edge = ''] = origins.map(({ url }) => new URL(url).port);
      const { executablePath, args, env } = await chromium();
      const { home } = await server.install();
      const config = recipe('playwright.config.js')
        .replaceAll('3000', app)
        .replaceAll('8081', edge)
        .replace('npx email-verify-server', `node ${join(home, 'dist/cli/main.js')}`)
        .replace('use: {', `use: { launchOptions: ${JSON.stringify({ executablePath, args, env })},`);
      project.write('playwright.config.js', config);
      for (const file of ['server.js', 'sign-up.spec.js']) project.write(file, recipe(file));
      await Promise.all(origins.map(({ free }) => free()));
      const { code, output } = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list']);
      assert.equal(code, 0, output);
      assert.match(output, /3 passed/);
    });
  });
});

/** Other entry points, in a test that is compiled to CommonJS. */
const ENTRY_POINTS = `
import { EmailVerifyElement } from 'email-verify-element';
import { EmailVerify as ReactDoor } from 'email-verify-element/react';
import { EmailVerify as VueDoor } from 'email-verify-element/vue';
import { startLoader } from 'email-verify-element/loader';
import { suggest } from 'email-verify-element/address';

test('the entry points are compiled', () => {
  expect(customElements.get('email-verify')).toBe(EmailVerifyElement);
  for (const one of [ReactDoor, VueDoor, startLoader]) expect(one).toBeTruthy();
  expect(suggest('anna@gmial.com')).toMatchObject({ address: 'anna@gmail.com' });
});
`;

/** A used field, and one after others, while every timer is fake. */
const FAKE_TIMERS = `
// ${ENVIRONMENT}
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import 'email-verify-element/define';

const FIELD = '<email-verify><label>Email <input type="email"></label></email-verify>';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<form>' + FIELD.repeat(10) + '</form>';
});
afterEach(() => vi.useRealTimers());

for (const index of [0, 9])
  test('field ' + index, async () => {
    const element = document.querySelectorAll('email-verify')[index];
    await element.updateComplete;
    const { input } = element;
    element.addEventListener('email-verify-check', (event) => {
      const answer = { email: event.email, status: 'invalid', quality: 'unknown', sub_status: [], did_you_mean: null };
      event.respondWith(Promise.resolve(answer));
    });
    input.focus();
    input.value = 'anna@harbour-shop.com';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await element.updateComplete;
    expect((await element.check()).status).toBe('invalid');
    input.blur();
    await element.updateComplete;
    expect(element.shadowRoot.querySelector('[part=message]').textContent).toMatch(/[a-z]/);
  });
`;

/** Each way to a field, checked, and left while its bubble is open. */
const DOORS = `
// ${ENVIRONMENT}
import { createElement as h, act } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, h as v } from 'vue';
import { EmailVerifyElement } from 'email-verify-element';
import 'email-verify-element/define';
import { EmailVerify as ReactDoor } from 'email-verify-element/react';
import { EmailVerify as VueDoor } from 'email-verify-element/vue';
import { startLoader } from 'email-verify-element/loader';
import { leave, settled, type } from 'email-verify-element/test-harness';
import { beforeEach, expect, test } from 'vitest';

globalThis.IS_REACT_ACT_ENVIRONMENT = true;
document.addEventListener('email-verify-check', (event) => {
  event.respondWith({ email: event.email, status: 'invalid', quality: 'unknown', sub_status: [], did_you_mean: null });
});
beforeEach(() => {
  document.body.innerHTML = '<main></main>';
});

/** The element says that the address is invalid, and shows a bubble. */
const checks = async () => {
  const input = document.querySelector('input');
  type(input, 'invalid@example.com');
  leave(input);
  await expect.poll(() => document.querySelector('email-verify')?.input).toBe(input);
  const element = document.querySelector('email-verify');
  expect(element).toBeInstanceOf(EmailVerifyElement);
  expect(await settled(element)).toMatchObject({ status: 'invalid' });
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(document.querySelector('[role=status]').textContent).toMatch('can’t receive email');
  expect(element.shadowRoot.textContent).toMatch('can’t receive email');
};

const field = '<label>Email <input type="email" name="email"></label>';

test('the element, in a line', async () => {
  document.body.innerHTML = '<email-verify>' + field + '</email-verify>';
  await document.querySelector('email-verify').updateComplete;
  await checks();
});

test('the element, in a bubble that stays open', async () => {
  document.body.innerHTML = '<email-verify placement="bubble">' + field + '</email-verify>';
  await document.querySelector('email-verify').updateComplete;
  await checks();
  // The overlay is loaded, and looks after itself.
  await new Promise((resolve) => setTimeout(resolve, 1000));
});

test('React', async () => {
  const root = createRoot(document.querySelector('main'));
  await act(() => root.render(h(ReactDoor, null, h('label', null, 'Email ', h('input', { type: 'email', name: 'email' })))));
  await checks();
  await act(() => root.unmount());
});

test('Vue', async () => {
  const app = createApp(() => v(VueDoor, () => v('label', ['Email ', v('input', { type: 'email', name: 'email' })])));
  app.mount('main');
  await document.querySelector('email-verify').updateComplete;
  await checks();
  app.unmount();
});

test('the loader', async () => {
  document.body.innerHTML = '<form>' + field + '</form>';
  startLoader();
  await checks();
});
`;
