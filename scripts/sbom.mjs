/**
 * Writes the list of what is in each package (CycloneDX), `NAME.cdx.json`, into the folder of the argument: the
 * libraries of its dependencies, in the versions of the lock file. `npm sbom --omit=dev` in the repository omits each
 * library that a tool of ours brings too (hono, socks, zod), so each list is made in a folder without our tools.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packages } from './entry-points.mjs';

const out = resolve(process.argv[2] ?? '.');
const place = mkdtempSync(join(tmpdir(), 'email-verify-sbom-'));
mkdirSync(out, { recursive: true });

try {
  for (const [name, { manifest }] of Object.entries(packages)) {
    // The list has the folder's name.
    const cwd = join(place, name);
    mkdirSync(cwd);
    const { version, description, homepage, bugs, repository, license, dependencies } = manifest;
    const bare = { name, version, description, homepage, bugs, repository, license, dependencies };
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(bare));
    copyFileSync(join(import.meta.dirname, '../package-lock.json'), join(cwd, 'package-lock.json'));
    const npm = (...args) => execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    // Leaves only the libraries of the dependencies in the lock file.
    npm('install', '--package-lock-only', '--offline', '--no-audit', '--no-fund');
    writeFileSync(join(out, `${name}.cdx.json`), npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx'));
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
