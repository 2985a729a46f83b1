/**
 * `npm run audit`: fails if a library that either package brings has a known vulnerability of high or critical
 * severity. A registry that has no list of them is no failure. `audit-exceptions.json` has, by the address of a report,
 * the reason why it does not concern us.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const exceptions = JSON.parse(readFileSync(join(import.meta.dirname, 'audit-exceptions.json'), 'utf8'));
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  timeout: 60_000,
});

/** The reports that count: the others are of a library in between, which names the one that has the fault. */
const serious = ({ vulnerabilities }) =>
  Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((report) => ['high', 'critical'].includes(report.severity) && !(report.url in exceptions));

/** npm's answer; null if it has none. */
const answer = () => {
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
};

const found = answer();
if (!found?.vulnerabilities) console.log('The registry has no list of known vulnerabilities.');
else {
  const reports = serious(found);
  for (const { name, severity, title, url } of reports) console.log(`${name}: ${severity}: ${title} (${url})`);
  if (reports.length > 0) process.exitCode = 1;
  else
    console.log(`No known vulnerability of high severity in ${found.metadata?.dependencies?.prod ?? 'the'} libraries.`);
}
