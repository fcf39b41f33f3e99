import type { Unit } from './units.ts';

export interface WordNumber {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly unit?: Unit;
  readonly isOptional?: boolean;
}
