import { build } from 'esbuild';

/**
 * Serves `<name>.bundle.js` as one module made of `<name>.page.ts` beside it: React, Vue and jQuery for Node are no
 * modules for a browser.
 */
export const bundles = () => ({
  name: 'bundles',
  async serve({ path }) {
    const [, page] = /^\/(test\/element\/form\/pages\/\w+)\.bundle\.js$/.exec(path) ?? [];
    if (!page) return undefined;
    const { outputFiles } = await build({
      entryPoints: [`${page}.page.ts`],
      bundle: true,
      // `sideEffects` of package.json names what is built, not the source.
      ignoreAnnotations: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      conditions: ['development', 'browser'],
      define: {
        'process.env.NODE_ENV': '"development"',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
      },
    });
    return { body: outputFiles[0].text, type: 'js' };
  },
});
