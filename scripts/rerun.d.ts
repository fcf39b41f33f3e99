/** The part of jest's JSON report that is read here. */
export interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly wasInterrupted?: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}
export const MAX_RERUN_FILES: number;
export const totalsOf: (report: TestReport) => Totals;
export const filesToRerun: (report: TestReport) => string[];
export const hasOtherFault: (report: TestReport, code: number | null) => boolean;
export const totalsWithRerun: (report: TestReport, second: TestReport) => Totals;
export const passedAlone: (report: TestReport, second: TestReport) => string[];
