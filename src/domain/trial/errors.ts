import { fixedError } from '../kernel/domain-error.ts';

/** The admins have switched the trial off. */
export class TrialDisabled extends fixedError('unauthenticated', 'Trial is not available', 'UNAUTHORIZED') {}
