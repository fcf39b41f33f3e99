// What the test run makes of files that failed: a few of them get a second run, alone.

/** More failed files than these are no accident of a busy machine. */
export const MAX_RERUN_FILES = 3;

/** Passed, failed and skipped tests of a jest report. A file that could not be run counts as one failed test. */
export const totalsOf = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests,
});

const count = (file, status) => file.assertionResults.filter((test) => test.status === status).length;

const failedFiles = (report) => report.testResults.filter((file) => file.status === 'failed');

/** Paths of the files to run once more: those with failed tests, unless they are too many. */
export const filesToRerun = (report) => {
  const failed = failedFiles(report).filter((file) => count(file, 'failed') > 0);
  return failed.length <= MAX_RERUN_FILES ? failed.map((file) => file.name) : [];
};

/** The exit code of jest when tests failed. */
const TESTS_FAILED = 1;

/**
 * Whether a run failed by something else than failed tests: a file that cannot be loaded or fails after its tests, a
 * worker that died, an end by a signal. No second run excuses that.
 */
export const hasOtherFault = (report, code) => {
  if (code === 0) return false;
  const failed = failedFiles(report);
  const isInterrupted = code !== TESTS_FAILED || report.wasInterrupted === true;
  return isInterrupted || failed.length === 0 || failed.some((file) => count(file, 'failed') === 0);
};

/** The totals of `report` with the counts of the files that ran again taken from `second`. */
export const totalsWithRerun = (report, second) => {
  const totals = totalsOf(report);
  const again = totalsOf(second);
  const replaced = new Set(second.testResults.map((file) => file.name));
  for (const file of report.testResults.filter(({ name }) => replaced.has(name))) {
    totals.passed -= count(file, 'passed');
    totals.failed -= count(file, 'failed');
    totals.skipped -= count(file, 'pending');
  }
  return {
    passed: totals.passed + again.passed,
    failed: totals.failed + again.failed,
    skipped: totals.skipped + again.skipped,
  };
};

/** Names of tests that failed in `report` and passed in `second`, each as `file: name`. */
export const passedAlone = (report, second) => {
  const passed = new Set(second.testResults.filter((file) => file.status === 'passed').map((file) => file.name));
  return report.testResults
    .filter((file) => passed.has(file.name))
    .flatMap((file) => {
      const failed = file.assertionResults.filter((test) => test.status === 'failed');
      return failed.map((test) => `${file.name}: ${test.fullName}`);
    });
};
