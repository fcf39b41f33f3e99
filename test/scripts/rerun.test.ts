import {
  filesToRerun,
  hasOtherFault,
  MAX_RERUN_FILES,
  passedAlone,
  totalsOf,
  totalsWithRerun,
} from '../../scripts/rerun.js';

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.length === 0 || statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` })),
});

const report = (...files: ReturnType<typeof file>[]) => {
  const count = (status: string) => files.flatMap((one) => one.assertionResults).filter((t) => t.status === status);
  return {
    numPassedTests: count('passed').length,
    numFailedTests: count('failed').length,
    numPendingTests: count('pending').length,
    numRuntimeErrorTestSuites: files.filter((one) => one.assertionResults.length === 0).length,
    testResults: files,
  };
};

const steady = file('/a', 'passed', 'passed', 'pending');

describe('a test file that failed beside others', () => {
  const first = report(steady, file('/b', 'passed', 'failed', 'pending'));

  test('is run once more', () => {
    expect(filesToRerun(first)).toEqual(['/b']);
  });

  test('counts as passed, and is named, when it passes alone', () => {
    const second = report(file('/b', 'passed', 'passed', 'pending'));
    expect(totalsWithRerun(first, second)).toEqual({ passed: 4, failed: 0, skipped: 2 });
    expect(passedAlone(first, second)).toEqual(['/b: test 1']);
    expect(hasOtherFault(first, 1)).toBe(false);
  });

  test('counts as failed when it fails again', () => {
    const second = report(file('/b', 'passed', 'failed', 'pending'));
    expect(totalsWithRerun(first, second)).toEqual({ passed: 3, failed: 1, skipped: 2 });
    expect(passedAlone(first, second)).toEqual([]);
  });
});

describe('what is no failed test is excused by no second run', () => {
  const failedBeside = file('/b', 'passed', 'failed');
  const cannotLoad = file('/c');
  const failsAfterItsTests = { ...file('/d', 'passed'), status: 'failed' };
  const second = report(file('/b', 'passed', 'passed'));

  test('a file that could not be run, by a fault of its own or of its process, counts as one failed test', () => {
    const first = report(steady, failedBeside, cannotLoad);
    expect(filesToRerun(first)).toEqual(['/b']);
    expect(totalsWithRerun(first, second)).toEqual({ passed: 4, failed: 1, skipped: 1 });
    expect(hasOtherFault(first, 1)).toBe(true);
  });

  test('a file that fails after its tests', () => {
    const first = report(steady, failedBeside, failsAfterItsTests);
    expect(filesToRerun(first)).toEqual(['/b']);
    expect(hasOtherFault(first, 1)).toBe(true);
  });

  test.each([
    ['an end by a signal', {}, null],
    ['another exit code than that of failed tests', {}, 134],
    ['an interrupted run', { wasInterrupted: true }, 1],
  ])('%s', (_, more, code) => {
    expect(hasOtherFault({ ...report(steady, failedBeside), ...more }, code)).toBe(true);
  });

  test('a failure without a failed file', () => {
    expect(hasOtherFault(report(steady), 1)).toBe(true);
    expect(hasOtherFault(report(steady), 0)).toBe(false);
  });
});

test('many failed files are not run again', () => {
  const many = report(
    steady,
    ...Array.from({ length: MAX_RERUN_FILES + 1 }, (_, index) => file(`/${index}`, 'failed')),
  );
  expect(filesToRerun(many)).toEqual([]);
  expect(totalsOf(many)).toEqual({ passed: 2, failed: MAX_RERUN_FILES + 1, skipped: 1 });
});
