import type { ProviderFailure } from '../../../shared/providers.ts';
import { REFUSALS } from '../../../shared/refusals.ts';
import { DomainError, fixedError } from '../../kernel/domain-error.ts';

/** Variables of the environment decide. */
export class ProviderSetByEnvironment extends fixedError(
  'conflict',
  'This is set by the environment of the server',
  'SET_BY_ENVIRONMENT',
) {}

/** The provider did not answer as it should; `reason` has no secret. */
export class ProviderFailed extends DomainError {
  readonly kind = 'bad_upstream';

  constructor(reason: string, failure: ProviderFailure) {
    super('The provider could not be used', { message: reason, failure });
  }
}

/** A stored key would go to an address that nobody tested with it. */
export class ProviderKeyRequired extends fixedError('invalid', 'Enter the API key again', 'VALIDATION_ERROR', {
  field: 'apiKey',
}) {}

export class ModelNotOffered extends fixedError(
  'invalid',
  'This server does not offer this model',
  'VALIDATION_ERROR',
  { field: 'model' },
) {}

export class ProviderNotFound extends fixedError('not_found', 'There is no such provider') {}

export class ProviderChanged extends fixedError('conflict', REFUSALS.changedMeanwhile) {}

export class TooManyProviders extends fixedError('conflict', 'There are too many providers already') {}
