import { type FinalArtifact, findFinalArtifacts, type ReadableAnswer } from '../../shared/artifact-blocks.ts';
import { pathTo } from '../../shared/message-tree.ts';
import type { ExportedChat, Message } from './account-data.ts';

/** The messages of the shown path, oldest first. */
export const shownPath = ({ chat, outline }: ExportedChat): ExportedChat['outline'] =>
  pathTo(outline, chat.leafId ?? outline.at(-1)?.id ?? null);

/** Collects, as the messages of a chat pass, what is needed for the artifacts at the end of its shown path. */
export class ShownArtifacts {
  readonly #shown: ReadonlySet<string>;
  readonly #answers = new Map<string, ReadableAnswer>();

  constructor(chat: ExportedChat) {
    this.#shown = new Set(shownPath(chat).map(({ id }) => id));
  }

  async *watch(batches: AsyncIterable<readonly Message[]>): AsyncGenerator<readonly Message[], void> {
    for await (const batch of batches) {
      for (const { id, role, content, details } of batch) {
        const own = details?.ownVersions ?? [];
        const mayHaveSome = own.length > 0 || /`{3}|~{3}/.test(content);
        if (role === 'assistant' && this.#shown.has(id) && mayHaveSome) this.#answers.set(id, { text: content, own });
      }
      yield batch;
    }
  }

  list(): readonly FinalArtifact[] {
    return findFinalArtifacts([...this.#shown].map((id) => ({ id, text: '', ...this.#answers.get(id) })));
  }
}
