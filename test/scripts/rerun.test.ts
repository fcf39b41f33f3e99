import { filesToRerun, MAX_RERUN_FILES, passedAlone, totalsOf, totalsWithRerun } from '../../scripts/rerun.js';

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
  const first = report(steady, file('/b', 'passed', 'failed', 'pending'), file('/c'));

  test('is run once more', () => {
    expect(filesToRerun(first)).toEqual(['/b', '/c']);
  });

  test('counts as passed, and is named, when it passes alone', () => {
    const second = report(file('/b', 'passed', 'passed', 'pending'), file('/c', 'passed'));
    expect(totalsWithRerun(first, second)).toEqual({ passed: 5, failed: 0, skipped: 2 });
    expect(passedAlone(first, second)).toEqual(['/b: test 1', '/c: the file itself']);
  });

  test('counts as failed when it fails again', () => {
    const second = report(file('/b', 'passed', 'failed', 'pending'), file('/c'));
    expect(totalsWithRerun(first, second)).toEqual({ passed: 3, failed: 2, skipped: 2 });
    expect(passedAlone(first, second)).toEqual([]);
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
