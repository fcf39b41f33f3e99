import type { StoredFile } from '../files/ports/file-repository.ts';
import type { SearchScope } from './ports.ts';

/** One for each owner. */
export const toScopes = (files: readonly Pick<StoredFile, 'id' | 'ownerId'>[]): readonly SearchScope[] => {
  const byOwner = new Map<string, string[]>();
  for (const { id, ownerId } of files) byOwner.set(ownerId, [...(byOwner.get(ownerId) ?? []), id]);
  return [...byOwner].map(([ownerId, fileIds]) => ({ ownerId, fileIds }));
};
