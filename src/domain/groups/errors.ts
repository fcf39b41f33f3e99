import { DomainError, fixedError } from '../kernel/domain-error.ts';

export class GroupNotFound extends fixedError('not_found', 'Group not found') {}

export class GroupNameTaken extends fixedError(
  'conflict',
  'Another group has this name. Please choose another one.',
  undefined,
  { field: 'name' },
) {}

export class GroupChanged extends fixedError(
  'conflict',
  'Another admin has changed this group meanwhile, so nothing was saved. Close this and open it again to see the ' +
    'change.',
) {}

/** A limit of this server: of groups, of members of one call, of groups per person, of files per group. */
export class TooManyInGroup extends DomainError {
  readonly kind = 'conflict';
}
