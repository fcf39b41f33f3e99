import { fixedError } from '../../kernel/domain-error.ts';

export class NoVerifiedAddress extends fixedError('invalid', 'Your account has no verified email address') {}
