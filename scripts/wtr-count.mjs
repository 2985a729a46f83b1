import { relative } from 'node:path';

/** A reporter of @web/test-runner: prints the failed tests, and one line with the counts. */
export const countReporter = () => ({
  onTestRunFinished({ sessions }) {
    let [passed, skipped] = [0, 0];
    const failed = [];
    for (const { testFile, testResults, errors } of sessions) {
      const file = relative(process.cwd(), testFile);
      const visit = (suite, names) => {
        for (const test of suite.tests) {
          if (test.skipped) skipped++;
          else if (test.passed) passed++;
          else failed.push(`${[file, ...names, test.name].join(' > ')}: ${test.error?.message ?? ''}`);
        }
        for (const inner of suite.suites) visit(inner, [...names, inner.name]);
      };
      if (testResults) visit(testResults, []);
      // A file that cannot be loaded has no tests, only errors.
      failed.push(...errors.map(({ message }) => `${file}: ${message}`));
    }
    for (const failure of failed) console.log(`failed: ${failure}`);
    console.log(`browser: ${passed} passed, ${failed.length} failed, ${skipped} skipped`);
  },
});
