import { DomainError, fixedError } from '../../kernel/domain-error.ts';

/** Variables of the environment decide. */
export class ModelsSetByEnvironment extends fixedError(
  'conflict',
  'The models of this server are set by its environment',
  'SET_BY_ENVIRONMENT',
) {}

/** The server did not give its list of models; `reason` has no secret. */
export class ModelServerFailed extends DomainError {
  readonly kind = 'bad_upstream';

  constructor(reason: string) {
    super('The model server could not be used', { message: reason });
  }
}

/** Its key would go to an address that nobody tested with it. */
export class ModelKeyRequired extends fixedError('invalid', 'Enter the API key again', 'VALIDATION_ERROR', {
  field: 'apiKey',
}) {}

export class ModelNotOffered extends fixedError(
  'invalid',
  'This server does not offer this model',
  'VALIDATION_ERROR',
  {
    field: 'model',
  },
) {}

/** An account by phone has no address. */
export class NoMailAddress extends fixedError('invalid', 'Your account has no email address') {}
