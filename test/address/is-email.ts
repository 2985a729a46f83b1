import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** A case of the public isEmail suite. */
export interface IsEmailCase {
  id: string;
  address: string;
  category: string;
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/**
 * XML text to the address it stands for: entities, and pictures of control characters (U+2400 and on) for those
 * themselves.
 */
const decoded = (xml: string): string =>
  xml
    .replace(/&(?:#x([\da-f]+)|(\w+));/gi, (_, hex: string | undefined, name: string) =>
      hex === undefined ? (ENTITIES[name] ?? assert.fail(name)) : String.fromCodePoint(parseInt(hex, 16)),
    )
    .replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400));

/** Reads the cases of the public isEmail suite. */
export const isEmailCases = (): IsEmailCase[] => {
  const file = new URL('../../node_modules/email-addresses/test/tests.xml', import.meta.url);
  const tests = readFileSync(file, 'utf8').matchAll(/<test id="(\d+)">(.*?)<\/test>/gs);
  return [...tests].map(([, id = '', body = '']) => ({
    id,
    address: decoded(/<address>(.*?)<\/address>/s.exec(body)?.[1] ?? ''),
    category: /<category>ISEMAIL_(\w+)<\/category>/.exec(body)?.[1] ?? assert.fail(`test ${id} has no category`),
  }));
};
