import type { Artifact } from '../../../src/shared/artifact.ts';

/** How own versions are made, where the reader may write in the chat. Failures come back as text; null: it is done. */
export interface ArtifactEditing {
  /** The answer after which they come; null while one is being written. */
  readonly messageId: string | null;
  /** The text that is not saved yet. */
  readonly draftOf: (artifactId: string) => string | null;
  readonly setDraft: (artifactId: string, text: string | null) => void;
  readonly save: (artifact: Artifact, source: string) => Promise<string | null>;
  readonly remove: (messageId: string, versionId: string) => Promise<string | null>;
}
