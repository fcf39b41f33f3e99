import { type Artifact, withSource } from './artifact.ts';
import type { OwnVersion } from './reply-details.ts';

/** Of one answer. */
export const MAX_OWN_VERSIONS = 50;
/** Of all versions of one answer together. */
const MAX_OWN_CHARACTERS = 1_000_000;

/** An id of an artifact, as `idOf` makes them. */
export const ARTIFACT_ID = /^[a-z]{1,20}-[\p{L}\p{M}\p{N}-]{1,100}$/u;

/** What a person made of an artifact. */
export const toOwnArtifact = ({ kind, artifactId, source }: OwnVersion): Artifact =>
  withSource({ kind, id: artifactId }, source);

/** Whether one more fits. */
export const hasRoomFor = (versions: readonly OwnVersion[], source: string): boolean =>
  versions.length < MAX_OWN_VERSIONS &&
  versions.reduce((sum, each) => sum + each.source.length, source.length) <= MAX_OWN_CHARACTERS;
