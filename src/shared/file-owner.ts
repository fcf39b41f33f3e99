const GROUP_PREFIX = 'group:';

/**
 * The owner of a group's files, and the id of all of them together. An account's owner is its uid, which has no colon.
 */
export const groupOwner = (groupId: string): string => `${GROUP_PREFIX}${groupId}`;

/** The group's id; undefined for an account. */
export const groupOf = (ownerId: string): string | undefined =>
  ownerId.startsWith(GROUP_PREFIX) ? ownerId.slice(GROUP_PREFIX.length) : undefined;
