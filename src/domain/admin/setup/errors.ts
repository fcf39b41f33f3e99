import { fixedError } from '../../kernel/domain-error.ts';

/** An account by phone has no address. */
export class NoMailAddress extends fixedError('invalid', 'Your account has no email address') {}
