import { fixedError } from '../kernel/domain-error.ts';

export class TrialDisabled extends fixedError('unauthenticated', 'Trial is not available', 'UNAUTHORIZED') {}
