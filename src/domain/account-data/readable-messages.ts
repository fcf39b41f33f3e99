import type { ArtifactVersions } from '../../shared/artifact-versions.ts';
import { OUTSIDE_FORMS, readOutside } from '../../shared/outside-chat.ts';
import type { ExportedChat, Message } from './account-data.ts';

/**
 * The messages of a chat as they are read outside of it, in all its versions. The artifacts before a message are kept
 * only until the last message that follows it was read.
 */
export class ReadableMessages {
  readonly #shown: ReadonlySet<string>;
  readonly #waiting = new Map<string, number>();
  readonly #versions = new Map<string, ArtifactVersions>();

  constructor({ outline }: Pick<ExportedChat, 'outline'>, shown: ReadonlySet<string>) {
    this.#shown = shown;
    for (const { parentId } of outline)
      if (parentId !== null) this.#waiting.set(parentId, (this.#waiting.get(parentId) ?? 0) + 1);
  }

  /** The artifacts of the shown path stand at its end; what other versions changed stands nowhere else. */
  read({ id, parentId, role, content, details }: Message): string {
    const before = parentId === null ? undefined : this.#take(parentId);
    const form = this.#shown.has(id) ? OUTSIDE_FORMS.conversation : OUTSIDE_FORMS.answer;
    const answer = { text: content, own: details?.ownVersions };
    const read = role === 'assistant' ? readOutside(answer, form, before) : { text: content, versions: before };
    if (read.versions && this.#waiting.has(id)) this.#versions.set(id, read.versions);
    return read.text;
  }

  #take(id: string): ArtifactVersions | undefined {
    const versions = this.#versions.get(id);
    const left = (this.#waiting.get(id) ?? 0) - 1;
    this.#waiting.set(id, left);
    if (left <= 0) this.#versions.delete(id);
    return versions;
  }
}
