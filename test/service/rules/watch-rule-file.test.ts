import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, it, onTestFinished } from 'vitest';
import { listChanges } from '../../../src/service/rules/changes.js';
import { listRules, setRules } from '../../../src/service/rules/rules.js';
import { DEPLOYMENT } from '../../../src/service/rules/tables.js';
import { watchRuleFile } from '../../../src/service/rules/watch-rule-file.js';
import type { Store } from '../../../src/service/schema.js';
import { eventually } from '../../support/eventually.js';
import { onBothStores } from '../stores.js';

onBothStores('the file of rules', ({ place, openStore }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-rules-'));
  const file = join(folder, 'rules.txt');
  const lines: { level: string; fields: Record<string, unknown>; text: string }[] = [];
  const note =
    (level: string) =>
    (fields: object, text: string): void =>
      void lines.push({ level, fields: fields as Record<string, unknown>, text });
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  let store: Store;

  beforeAll(async () => {
    store = await openStore(await place());
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    lines.length = 0;
  });

  /** The file gets its content at once, as an editor does it. */
  const write = (content: string | Buffer): void => {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  };
  const watch = (): void => {
    const watcher = watchRuleFile(store, log, file, 20);
    onTestFinished(() => watcher.close());
  };
  const stored = async (): Promise<string[]> => {
    const { rules } = await listRules(store, DEPLOYMENT, { most: 100 });
    return rules
      .map(({ action, pattern, note, until, inFile }) => `${action} ${pattern} ${until} ${note} ${inFile}`)
      .sort();
  };
  const becomes = async (...expected: string[]): Promise<void> => {
    const wanted = [...expected].sort().join('\n');
    assert.ok(
      await eventually(async () => (await stored()).join('\n') === wanted).catch(() => false),
      (await stored()).join(),
    );
  };
  const told = (level: string): string[] => lines.filter((line) => line.level === level).map(({ text }) => text);

  it('is none at first, and what others have set stays', async () => {
    const rule = { key: 'others.example', pattern: 'others.example', action: 'deny', note: '', until: null } as const;
    await setRules(store, DEPLOYMENT, { changer: 'user', userId: 'olga' }, [rule]);
    watch();
    write('deny *.spam.example until 2099-12-31 # a note\nallow school.example');
    await becomes(
      'deny others.example null  false',
      'deny *.spam.example 2099-12-31 a note true',
      'allow school.example null  true',
    );
    assert.deepEqual(told('error'), []);
    assert.match(told('info').join(), /^the file of rules was read$/);
  });

  it('takes out what it has no more, when it changes and after a restart, and each change is noted', async () => {
    watch();
    await eventually(() => lines.length > 0);
    write('deny_risky *.spam.example\n');
    await becomes('deny others.example null  false', 'deny_risky *.spam.example null  true');
    const changes = await listChanges(store, DEPLOYMENT, 2);
    assert.deepEqual(
      changes.map(({ changer, name, pattern, old, new: now }) => [changer, name, pattern, old?.action, now?.action]),
      [
        ['file', null, '*.spam.example', 'deny', 'deny_risky'],
        ['file', null, 'school.example', 'allow', undefined],
      ],
    );
  });

  it('loses nothing by a bad line, which is told by its number and without what stands in it', async () => {
    watch();
    await eventually(() => lines.length > 0);
    lines.length = 0;
    write('deny new.example\nbanish anna@firm.example\n');
    await becomes(
      ...['deny others.example null  false', 'deny_risky *.spam.example null  true', 'deny new.example null  true'],
    );
    await eventually(() => told('info').length > 0);
    const [bad] = lines.filter(({ level }) => level === 'error');
    assert.deepEqual([bad?.fields['line'], bad?.fields['file']], [2, file]);
    assert.match(String(bad?.fields['reason']), /^a line begins with allow, deny, deny_risky$/);
    assert.ok(!JSON.stringify(lines).includes('anna'));
    assert.match(told('info').join(), /rules that are missing in it stay until every line is right/);
    write('deny new.example\n');
    await becomes('deny others.example null  false', 'deny new.example null  true');
  });

  it('loses nothing when it is gone or is no text, and all of its own when it is empty', async () => {
    watch();
    await eventually(() => lines.length > 0);
    rmSync(file);
    await eventually(() => told('warn').length > 0);
    assert.match(told('warn').join(), /its rules stay until there is an empty one/);
    write(Buffer.from([0x64, 0xff, 0x0a]));
    await eventually(() => told('error').length > 0);
    assert.match(told('error').join(), /is not UTF-8/);
    assert.equal((await stored()).length, 2);
    write('');
    await becomes('deny others.example null  false');
  });

  it('is refused with more rules than there can be, told once, and is read when that is mended', async () => {
    watch();
    write(Array.from({ length: 10_001 }, (_, n) => `deny firm${n}.example`).join('\n'));
    await eventually(() => told('error').length > 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepEqual(
      lines.map(({ level, fields }) => [level, fields['reason']]),
      [['error', 'There can be 10000 rules, and this makes 10002; delete some first.']],
    );
    assert.deepEqual(await stored(), ['deny others.example null  false']);
    write('allow others.example # of the file now');
    await becomes('allow others.example null of the file now true');
  });

  it('holds its rules against changes elsewhere', async () => {
    const rule = { key: 'others.example', pattern: 'others.example', action: 'deny', note: '', until: null } as const;
    await assert.rejects(setRules(store, DEPLOYMENT, { changer: 'user', userId: 'olga' }, [rule]), {
      detail: 'others.example stands in rules.txt in DATA_DIR; change it there.',
    });
  });
});
