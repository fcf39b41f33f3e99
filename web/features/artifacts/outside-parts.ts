import { finalArtifactsOf } from '../../../src/contract/chat-export.ts';
import { OUTSIDE_FORMS, writeEditedArtifacts, writeOutside } from '../../../src/shared/outside-chat.ts';
import type { ArtifactSource } from './artifact-answers.ts';

export { OutsideBlock } from './outside-block.tsx';

/** What edits made of artifacts, as it stands at the end of a conversation, as Markdown; empty for none. */
export const writeEdited = (turns: Parameters<typeof finalArtifactsOf>[0]): string =>
  writeEditedArtifacts(finalArtifactsOf(turns)).join('\n\n');

/** One of the answers of a conversation as a text that can be read by itself. */
export const writeAnswer = (answers: readonly ArtifactSource[], id: string, text: string): string => {
  const at = answers.findIndex((answer) => answer.id === id);
  const earlier = answers.slice(0, Math.max(0, at));
  return writeOutside(text, OUTSIDE_FORMS.answer, earlier);
};
