import { type FinalArtifact, findFinalArtifacts, type ReadableAnswer } from '../../shared/artifact-blocks.ts';
import type { ExportedChat, Message } from './account-data.ts';

/** The messages of the shown path, its end first. */
export const listShownIds = ({ chat, outline }: ExportedChat): ReadonlySet<string> => {
  const byId = new Map(outline.map((message) => [message.id, message]));
  const shown = new Set<string>();
  const end = chat.leafId ?? outline.at(-1)?.id ?? null;
  for (let at = end; at !== null && !shown.has(at); at = byId.get(at)?.parentId ?? null) shown.add(at);
  return shown;
};

/** Collects, as the messages of a chat pass, what is needed for the artifacts at the end of its shown path. */
export class ShownArtifacts {
  readonly #shown: ReadonlySet<string>;
  readonly #answers = new Map<string, ReadableAnswer>();

  constructor(chat: ExportedChat) {
    this.#shown = listShownIds(chat);
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
    const path = [...this.#shown].toReversed();
    return findFinalArtifacts(path.map((id) => ({ id, text: '', ...this.#answers.get(id) })));
  }
}
