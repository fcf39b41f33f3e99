// What the test run makes of files that failed: a few of them get a second run, alone.

/** More failed files than these are no accident of a busy machine. */
export const MAX_RERUN_FILES = 3;

/** Passed, failed and skipped tests of a jest report. A file that could not be run counts as one failed test. */
export const totalsOf = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests,
});

/** Paths of the files to run once more: those that failed, unless they are too many. */
export const filesToRerun = (report) => {
  const failed = report.testResults.filter((file) => file.status === 'failed').map((file) => file.name);
  return failed.length <= MAX_RERUN_FILES ? failed : [];
};

const count = (file, status) => file.assertionResults.filter((test) => test.status === status).length;

/** The totals of `report` with the counts of the files that ran again taken from `second`. */
export const totalsWithRerun = (report, second) => {
  const totals = totalsOf(report);
  const again = totalsOf(second);
  const replaced = new Set(second.testResults.map((file) => file.name));
  for (const file of report.testResults.filter(({ name }) => replaced.has(name))) {
    totals.passed -= count(file, 'passed');
    totals.failed -= Math.max(count(file, 'failed'), file.assertionResults.length === 0 ? 1 : 0);
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
      const names = file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
      return (names.length > 0 ? names : ['the file itself']).map((name) => `${file.name}: ${name}`);
    });
};
