/**
 * The built files of the components load, register the element and render in Node; each of their imports is needed for
 * that.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { sample } from '../support/whole.js';
import { usePacked, type Packed, type Project } from './support/packed.js';

/** A registry in place of the browser's, which Node has not. */
const REGISTRY = `
  const defined = new Map();
  globalThis.customElements = { get: (name) => defined.get(name), define: (name, element) => defined.set(name, element) };`;

/** Programs that use all of a wrapper on a server: they print its HTML, and whether the element is registered. */
const PROGRAMS = {
  react: `
    import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    ${REGISTRY}
    const { EmailVerify, useEmailVerify } = await import('email-verify-element/react');
    const Page = () => {
      const { ref, status } = useEmailVerify();
      return createElement(EmailVerify, { ref, className: status });
    };
    console.log(renderToString(createElement(Page)), defined.get('email-verify')?.name);`,
  vue: `
    import { createSSRApp, h, ref } from 'vue';
    import { renderToString } from 'vue/server-renderer';
    ${REGISTRY}
    const { EmailVerify, useEmailVerify } = await import('email-verify-element/vue');
    const setup = () => {
      const { status } = useEmailVerify(ref());
      return () => h(EmailVerify, { class: status.value });
    };
    console.log(await renderToString(createSSRApp({ setup })), defined.get('email-verify')?.name);`,
};

describe('the components', () => {
  let packed: Packed;
  let project: Project;

  beforeAll(async () => {
    packed = usePacked();
    project = await packed.install('react', 'react-dom', 'vue');
  });

  afterAll(() => {
    packed.remove();
  });

  for (const [name, program] of Object.entries(PROGRAMS)) {
    const check = async (): Promise<void> => {
      assert.equal(await project.run(program), '<email-verify class="idle"></email-verify> EmailVerifyElement\n');
    };

    test(`the one for ${name} loads, registers the element and renders, in Node`, check);

    test(`the one for ${name} does not without any of its imports`, async () => {
      const folder = join(project.home, 'dist', name);
      const imports = readdirSync(folder)
        .filter((file) => file.endsWith('.js'))
        .flatMap((file) =>
          readFileSync(join(folder, file), 'utf8')
            .match(/^(import|export) .*'.*';$/gm)!
            .map((line) => [file, line]),
        );
      assert.ok(imports.length >= 5);
      for (const [file = '', line = ''] of sample(imports, 3)) {
        const text = readFileSync(join(folder, file), 'utf8');
        const path = join('node_modules/email-verify-element/dist', name, file);
        project.write(path, text.replace(line, ''));
        await assert.rejects(check(), `${file}: ${line}`);
        project.write(path, text);
      }
      await check();
    });
  }
});
