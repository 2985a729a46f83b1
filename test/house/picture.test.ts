import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'vitest';
import { ROOMS, TYPES_OF } from '../../.dependency-cruiser.mjs';

const root = join(import.meta.dirname, '../..');
const rooms = Object.keys(ROOMS);

/** The rooms that the files of a room import from. */
const importsOf = (room: string): string[] => {
  const folder = join(root, 'src', room);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const imported = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.\.\/[^']+)'/g)].map(([, path = '']) =>
      join(room, dirname(file), path),
    );
  });
  return [...new Set(imported.map((path) => path.split('/')[0] ?? ''))].filter(
    (other) => rooms.includes(other) && other !== room,
  );
};

const architecture = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8');

/** The arrows of the picture. */
const arrowsOf = (room: string, picture: string): string[] =>
  [...picture.matchAll(new RegExp(`^  ${room}\\[.*?\\] --> (.*)$`, 'gm'))].flatMap(([, targets = '']) =>
    targets.split(' & '),
  );

const typesOf: Readonly<Record<string, readonly string[]>> = TYPES_OF;

describe('the picture of the house in the architecture', () => {
  const picture = /```mermaid\n(.*?)```/s.exec(architecture)?.[1] ?? '';

  for (const room of rooms) {
    test(`shows what ${room} imports, no less and no more`, () => {
      assert.match(picture, new RegExp(`^  ${room}\\[`, 'm'));
      const typed = typesOf[room] ?? [];
      const dotted = [...picture.matchAll(new RegExp(`^  ${room} -\\. types \\.-> (\\w+)$`, 'gm'))].map(
        ([, other]) => other,
      );
      assert.deepEqual(dotted, typed);
      assert.deepEqual([...arrowsOf(room, picture), ...typed].sort(), importsOf(room).sort());
    });
  }
});

describe('the table of the house in the architecture', () => {
  const rows = new Map(
    [...architecture.matchAll(/^\| (\d) +\| `(\w+)` +\| .*? +\| ([\w, ]+?) +\|$/gm)].map(
      ([, floor, room = '', imports = '']) => [room, { floor: Number(floor), imports: imports.split(', ') }],
    ),
  );

  for (const [room, below] of Object.entries(ROOMS)) {
    const named = below.filter((other) => other !== 'util');
    test(`names what ${room} may import, all on floors below it`, () => {
      const { floor = 0, imports } = rows.get(room) ?? {};
      assert.deepEqual(imports?.sort(), named.length === 0 ? ['nothing'] : [...named].sort());
      for (const other of named) assert.ok((rows.get(other)?.floor ?? 9) < floor, other);
    });
  }
});
