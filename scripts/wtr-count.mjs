/** Ends a run of @web/test-runner with one plain line that counts what was run. */
export const countReporter = () => ({
  onTestRunFinished({ sessions }) {
    let [passed, failed, skipped] = [0, 0, 0];
    const visit = (suite) => {
      for (const test of suite.tests) {
        if (test.skipped) skipped++;
        else if (test.passed) passed++;
        else failed++;
      }
      suite.suites.forEach(visit);
    };
    for (const session of sessions) {
      if (session.testResults) visit(session.testResults);
      // A file that could not be loaded ran no test at all.
      if (session.errors.length) failed++;
    }
    console.log(`browser: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  },
});
