import { MAX_PROMPTS, MAX_PROMPTS_LENGTH } from '../../shared/prompts.ts';
import { normalizeUnicode, toStorable } from '../../shared/unicode.ts';
import type { Clock, Ids, UnitOfWork } from '../kernel/ports.ts';
import { PromptChanged, PromptNotFound, TooManyPrompts } from './errors.ts';
import type { LibrarySize, Prompt, PromptContent, PromptStore } from './ports.ts';

export interface ManagePromptsDeps {
  readonly prompts: PromptStore;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
}

/** As it is stored: a command is found however its letters are composed. */
export const normalizePrompt = ({ command, title, description, text }: PromptContent): PromptContent => ({
  command: normalizeUnicode(toStorable(command), 'NFC'),
  title: toStorable(title).trim(),
  description: toStorable(description).trim(),
  text: toStorable(text),
});

const checkRoom = ({ prompts, length }: LibrarySize, adds: LibrarySize): void => {
  if (prompts + adds.prompts > MAX_PROMPTS) throw new TooManyPrompts(`There may be ${MAX_PROMPTS} prompts`);
  if (adds.length > 0 && length + adds.length > MAX_PROMPTS_LENGTH)
    throw new TooManyPrompts(`All prompts together may have ${MAX_PROMPTS_LENGTH} characters`);
};

/** A library of prompts: that of a person, or with `ownerUid` null what is published. */
export class ManagePrompts {
  constructor(private readonly deps: ManagePromptsDeps) {}

  /** What a person can use: the own prompts and the published ones, each by title. */
  async listFor(uid: string): Promise<{ readonly own: readonly Prompt[]; readonly published: readonly Prompt[] }> {
    const { prompts } = this.deps;
    return { own: await prompts.list(uid), published: await prompts.list(null) };
  }

  list(ownerUid: string | null): Promise<readonly Prompt[]> {
    return this.deps.prompts.list(ownerUid);
  }

  /** Throws `CommandTaken`, `TooManyPrompts`. */
  add(ownerUid: string | null, content: PromptContent): Promise<Prompt> {
    const { prompts, ids, clock, work } = this.deps;
    const now = clock.now();
    const prompt = {
      ...normalizePrompt(content),
      id: ids.next(),
      ownerUid,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
    return work.run(async () => {
      checkRoom(await prompts.measure(ownerUid), { prompts: 1, length: prompt.text.length });
      await prompts.add(prompt);
      return prompt;
    });
  }

  /**
   * `revision`: of the prompt as it was read. Throws `PromptNotFound`, `PromptChanged`, `CommandTaken`,
   * `TooManyPrompts`.
   */
  change(
    ownerUid: string | null,
    { id, revision }: Pick<Prompt, 'id' | 'revision'>,
    content: PromptContent,
  ): Promise<{ readonly before: Prompt; readonly after: Prompt }> {
    const { prompts, clock, work } = this.deps;
    return work.run(async () => {
      const size = await prompts.measure(ownerUid);
      const before = await this.lock(ownerUid, id);
      if (before.revision !== revision) throw new PromptChanged(before);
      const after = { ...before, ...normalizePrompt(content), revision: revision + 1, updatedAt: clock.now() };
      checkRoom(size, { prompts: 0, length: after.text.length - before.text.length });
      await prompts.update(after);
      return { before, after };
    });
  }

  /** Returns what it was, so that it can be added again. Throws `PromptNotFound`. */
  remove(ownerUid: string | null, id: string): Promise<Prompt> {
    const { prompts, work } = this.deps;
    return work.run(async () => {
      const prompt = await this.lock(ownerUid, id);
      await prompts.remove(id);
      return prompt;
    });
  }

  private async lock(ownerUid: string | null, id: string): Promise<Prompt> {
    const prompt = await this.deps.prompts.lock(ownerUid, id);
    if (!prompt) throw new PromptNotFound();
    return prompt;
  }
}
