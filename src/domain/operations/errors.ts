import { fixedError } from '../kernel/domain-error.ts';

/** There is nothing of this name to be connected to. */
export class UnknownHealthCheck extends fixedError('not_found', 'There is no such connection') {}
