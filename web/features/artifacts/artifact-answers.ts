import { createContext } from 'react';

import type { OwnVersion } from '../../../src/shared/reply-details.ts';
import type { Artifact } from '../../../src/shared/artifact.ts';

/** An answer that may have made something. */
export interface ArtifactSource {
  readonly id: string;
  readonly text: string;
  /** Versions that the person wrote after it. */
  readonly own?: readonly OwnVersion[] | undefined;
}

interface Said {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly details?: { readonly ownVersions?: readonly OwnVersion[] | undefined } | null | undefined;
}

export const toSource = ({ id, content, details }: Omit<Said, 'role'>): ArtifactSource => ({
  id,
  text: content,
  own: details?.ownVersions,
});

/** The answers among the messages of a path. */
export const toSources = (messages: readonly Said[]): readonly ArtifactSource[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? [toSource(message)] : []));

/** What the reader opened: of which answer, by its id, and how it began. It may have grown since. */
export interface OpenedArtifact {
  readonly messageId: string;
  readonly id: string;
  /** Null: only the id is known. */
  readonly artifact: Artifact | null;
}

export interface ArtifactAnswers {
  /** Of the shown path, oldest first. */
  readonly answers: readonly ArtifactSource[];
  /** The answer that is being written, whose text here is not up to date; null for none. */
  readonly growingId: string | null;
  /** Sends a message; absent where nobody can ask. */
  readonly onAsk?: ((text: string) => unknown) | undefined;
}

/** What an edit is applied to stands in the answers before it. */
export const ArtifactAnswersContext = createContext<ArtifactAnswers>({ answers: [], growingId: null });
