/** Reports node:test's run: a line for each file, everything about what failed, and a count at the end. */
import { relative } from 'node:path';

const indent = (text) => text.replace(/^/gm, '    ');

export default async function* report(source) {
  let [passed, failed, skipped] = [0, 0, 0];
  for await (const { type, data } of source) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // Suites count by their tests; a file is a suite here too, unless it broke before it had any.
    const leaf = data.details?.type !== 'suite' && data.name !== data.file;
    // Tests are run as they were translated.
    const file = data.file ? relative(process.cwd(), data.file).replace(/^\.tests.(.*)\.mjs$/, '$1.ts') : '';
    if (type === 'test:fail' && (leaf || data.details.error?.failureType !== 'subtestsFailed')) {
      failed++;
      const { error } = data.details;
      yield `✗ ${file}: ${data.name}\n${indent(String(error?.cause?.stack ?? error?.stack ?? error))}\n`;
    } else if (leaf && (data.skip !== undefined || data.todo !== undefined)) {
      skipped++;
      yield `- ${file}: ${data.name} (skipped: ${data.skip})\n`;
    } else if (leaf) {
      passed++;
      yield `✓ ${file}: ${data.name} (${Math.round(data.details.duration_ms)} ms)\n`;
    }
  }
  yield `node: ${passed} passed, ${failed} failed, ${skipped} skipped\n`;
}
