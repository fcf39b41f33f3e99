import { finalArtifactsOf } from '../../../src/contract/chat-export.ts';
import { writeEditedArtifacts } from '../../../src/shared/artifact-blocks.ts';

/** What edits made of artifacts, as it stands at the end of a conversation, as Markdown; empty for none. */
export const writePrintedArtifacts = (turns: Parameters<typeof finalArtifactsOf>[0]): string =>
  writeEditedArtifacts(finalArtifactsOf(turns)).join('\n\n');
