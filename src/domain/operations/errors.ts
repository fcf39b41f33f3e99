import { fixedError } from '../kernel/domain-error.ts';

export class UnknownHealthCheck extends fixedError('not_found', 'There is no such connection') {}
