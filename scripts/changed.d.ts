export interface ChangedPlan {
  readonly format: readonly string[];
  readonly lint: readonly string[];
  readonly types: boolean;
  readonly units: boolean;
  readonly browser: 'all' | 'changed' | 'none';
}
export const planFor: (files: readonly string[]) => ChangedPlan | null;
export const baseOf: (root: string) => string;
export const changedFiles: (root: string, base: string) => string[];
