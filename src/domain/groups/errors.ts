import { REFUSALS } from '../../shared/refusals.ts';
import { DomainError, fixedError } from '../kernel/domain-error.ts';

export class GroupNotFound extends fixedError('not_found', 'Group not found') {}

export class GroupNameTaken extends fixedError(
  'conflict',
  'Another group has this name. Please choose another one.',
  undefined,
  { field: 'name' },
) {}

export class GroupChanged extends fixedError('conflict', REFUSALS.changedMeanwhile) {}

/** A limit of this server: of groups, of members of one call, of groups per person, of files per group. */
export class TooManyInGroup extends DomainError {
  readonly kind = 'conflict';
}
