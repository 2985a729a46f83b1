/**
 * `npm run docs`: writes the site into `server/dist/site`: the documentation in `docs/`, and beside it the playground
 * without a server. Any static host can serve the folder. With a path before it, set `DOCS_BASE=/path/docs/`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bring } from './bring.mjs';
import { buildWhatIsOld } from './fresh.mjs';

const root = join(import.meta.dirname, '..');
const source = join(root, 'site');
const site = join(root, 'server/dist/site');

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A button that opens `examples/stackblitz` there, by a form that posts its files (StackBlitz's POST API). */
const stackBlitzForm = () => {
  const folder = join(root, 'examples/stackblitz');
  const fields = {
    'project[title]': 'email-verify',
    'project[template]': 'node',
    ...Object.fromEntries(
      readdirSync(folder).map((file) => [`project[files][${file}]`, readFileSync(join(folder, file), 'utf8')]),
    ),
  };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}" />`,
  );
  return `<form id="stackblitz" action="https://stackblitz.com/run" method="post" target="_blank" rel="noopener">${inputs.join('')}
      <button class="small-button">Open in StackBlitz</button></form>`;
};

/** The playground's page for a host without a server. */
const staticPlayground = (html) => {
  const replaced = [
    ['<html lang="en">', '<html lang="en" data-static>'],
    ['<script type="module" src="demo.js">', '<script type="module" src="samples.js"></script>\n    $&'],
    [' endpoint="/verify/"', ''],
    ['<a href="dashboard/">Dashboard</a> · ', ''],
    ['<footer class="foot">', `<p id="sent" class="foot" role="status"></p>\n    $&${stackBlitzForm()}`],
  ];
  return replaced.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`demo/index.html has no ${from}`);
    return text.replace(from, () => to.replace('$&', from));
  }, html);
};

bring('site');
buildWhatIsOld();
rmSync(site, { recursive: true, force: true });
cpSync(join(root, 'demo'), site, { recursive: true });
rmSync(join(site, 'docs'), { recursive: true });
cpSync(join(site, '../cdn'), site, { recursive: true, filter: (file) => !file.endsWith('.map') });
cpSync(join(source, 'playground'), site, { recursive: true });
writeFileSync(join(site, 'index.html'), staticPlayground(readFileSync(join(root, 'demo/index.html'), 'utf8')));
const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: source, stdio: 'inherit' });
process.exitCode = status ?? 1;
