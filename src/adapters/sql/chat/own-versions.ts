import { toOwnArtifact } from '../../../shared/own-version.ts';
import type { Artifact } from '../../../shared/artifact.ts';
import type { OwnVersion } from '../../../shared/reply-details.ts';
import { parseDetails } from '../json-columns.ts';

/** Whether a message has versions of artifacts that its person wrote: most have none, and their details stay unread. */
export const hasOwnVersions = (table: string): string => `INSTR(${table}.details, '"ownVersions":[{') > 0`;

/** The details of a message that has some; NULL for others. */
export const ownDetails = (table: string): string => `CASE WHEN ${hasOwnVersions(table)} THEN ${table}.details END`;

/** How long they are; 0 for none. */
export const ownCharacters = (table: string, characters: string): string =>
  `CASE WHEN ${hasOwnVersions(table)} THEN ${characters}(${table}.details) ELSE 0 END`;

export const parseOwnVersions = (stored: string | null): readonly OwnVersion[] =>
  stored === null ? [] : (parseDetails(stored).ownVersions ?? []);

export const ownArtifacts = (stored: string | null): readonly Artifact[] => parseOwnVersions(stored).map(toOwnArtifact);
