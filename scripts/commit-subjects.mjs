/** Fails for commit subjects of more than 72 characters. Commits before `SINCE` are older than the rule; a date
 * without a time would be the time of day at which it runs. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const SINCE = '2026-11-28T00:00:00Z';
const MAX_LENGTH = 72;

const [directory = join(import.meta.dirname, '..'), since = SINCE] = process.argv.slice(2);
// In a container the folder may have another owner.
const options = ['-c', 'safe.directory=*', '-C', directory];
const { status, stdout, stderr } = spawnSync(
  'git',
  [...options, 'log', '--no-merges', `--since=${since}`, '--format=%h %s'],
  {
    encoding: 'utf8',
  },
);
if (status !== 0) {
  console.error(`The commits cannot be read: ${stderr.trim()}`);
  process.exit(1);
}
for (const line of stdout.split('\n')) {
  const [hash = '', ...words] = line.split(' ');
  const { length } = words.join(' ');
  if (length <= MAX_LENGTH) continue;
  console.error(`${hash}: the subject has ${length} characters, ${MAX_LENGTH} are allowed: ${words.join(' ')}`);
  process.exitCode = 1;
}
