import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'vitest';
import { ROOMS } from '../../.dependency-cruiser.mjs';

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

/** The arrows of the picture. */
const arrowsOf = (room: string, picture: string): string[] =>
  [...picture.matchAll(new RegExp(`^  ${room}\\[.*?\\] --> (.*)$`, 'gm'))].flatMap(([, targets = '']) =>
    targets.split(' & '),
  );

describe('the picture of the house in the architecture', () => {
  const picture = /```mermaid\n(.*?)```/s.exec(readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8'))?.[1] ?? '';

  for (const room of rooms) {
    test(`shows what ${room} imports, no less and no more`, () => {
      assert.match(picture, new RegExp(`^  ${room}\\[`, 'm'));
      assert.deepEqual(arrowsOf(room, picture).sort(), importsOf(room).sort());
    });
  }
});
