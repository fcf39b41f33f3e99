import {
  MAX_PROMPT_COMMAND,
  MAX_PROMPT_DESCRIPTION,
  MAX_PROMPT_TEXT,
  MAX_PROMPT_TITLE,
  MAX_PROMPTS,
  MAX_PROMPTS_LENGTH,
  toCommand,
} from '../../shared/prompts.ts';
import { truncate } from '../../shared/unicode.ts';
import type { Clock, Ids, UnitOfWork } from '../kernel/ports.ts';
import { normalizePrompt } from './manage-prompts.ts';
import {
  type Prompt,
  type PromptContent,
  PromptImport,
  type PromptImportResult,
  type PromptSkip,
  type PromptStore,
} from './ports.ts';

export interface ImportPromptsDeps {
  readonly prompts: PromptStore;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
}

const FALLBACK_COMMAND = 'prompt';

const sameAs = ({ title, text }: PromptContent): string => JSON.stringify([title, text]);

/** The library as it fills. */
class Filling {
  readonly added: PromptContent[] = [];
  private readonly commands: Set<string>;
  private readonly present: Set<string>;
  private length: number;

  constructor(private readonly existing: readonly Prompt[]) {
    this.commands = new Set(existing.map(({ command }) => command.toLowerCase()));
    this.present = new Set(existing.map(sameAs));
    this.length = existing.reduce((sum, { text }) => sum + text.length, 0);
  }

  /** Why it is left out; undefined: it was added. */
  add(prompt: PromptContent): PromptSkip | undefined {
    if (prompt.text.trim() === '') return 'noText';
    if (prompt.text.length > MAX_PROMPT_TEXT) return 'promptTooLong';
    if (this.present.has(sameAs(prompt))) return 'present';
    if (!this.hasRoomFor(prompt)) return 'noRoom';
    const command = this.freeCommand(prompt.command);
    this.added.push({ ...prompt, command });
    this.commands.add(command.toLowerCase());
    this.present.add(sameAs(prompt));
    this.length += prompt.text.length;
    return undefined;
  }

  private hasRoomFor({ text }: PromptContent): boolean {
    const count = this.existing.length + this.added.length;
    return count < MAX_PROMPTS && this.length + text.length <= MAX_PROMPTS_LENGTH;
  }

  /** Another prompt may have the command: then a number follows. */
  private freeCommand(wanted: string): string {
    let command = wanted;
    for (let number = 2; this.commands.has(command.toLowerCase()); number += 1) {
      const end = `-${number}`;
      command = `${truncate(wanted, MAX_PROMPT_COMMAND - end.length)}${end}`;
    }
    return command;
  }
}

/** Fits what another product allows into what is allowed here; a text is never cut. */
const fit = (given: PromptContent): PromptContent => {
  const title = truncate(given.title.trim() || given.command.trim(), MAX_PROMPT_TITLE);
  const prompt = normalizePrompt({
    command: toCommand(given.command) || toCommand(title) || FALLBACK_COMMAND,
    title,
    description: truncate(given.description.trim(), MAX_PROMPT_DESCRIPTION),
    text: given.text,
  });
  return prompt.title === '' ? { ...prompt, title: prompt.command } : prompt;
};

export class ImportPrompts extends PromptImport {
  constructor(private readonly deps: ImportPromptsDeps) {
    super();
  }

  import(uid: string, given: readonly PromptContent[]): Promise<PromptImportResult> {
    const { prompts, ids, clock, work } = this.deps;
    const fitting = given.map(fit);
    return work.run(async () => {
      await prompts.measure(uid);
      const filling = new Filling(await prompts.list(uid));
      const skipped = fitting.flatMap((prompt) => {
        const key = filling.add(prompt);
        return key ? [{ title: prompt.title, key }] : [];
      });
      const now = clock.now();
      const meta = { ownerUid: uid, revision: 1, createdAt: now, updatedAt: now };
      for (const prompt of filling.added) await prompts.add({ ...prompt, ...meta, id: ids.next() });
      return { imported: filling.added.length, skipped };
    });
  }
}
