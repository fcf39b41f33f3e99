import { z } from 'zod';

import { numberIn, type NumberRange } from './fields.ts';

/** At least a month, so that nobody can remove traces at once. */
export const RETENTION_DAYS_RANGE: NumberRange = { min: 30, max: 3650, step: 1 };

export const audit = z.strictObject({
  retentionDays: numberIn(RETENTION_DAYS_RANGE).describe('Entries of the audit log are removed after so many days'),
});

/** How long the audit log is stored. */
export type AuditConfig = z.output<typeof audit>;

export const DEFAULT_AUDIT: AuditConfig = { retentionDays: 365 };
