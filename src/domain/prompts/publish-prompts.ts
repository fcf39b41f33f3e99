import type { AuditLog } from '../audit/ports.ts';
import type { UnitOfWork } from '../kernel/ports.ts';
import type { ManagePrompts } from './manage-prompts.ts';
import type { Prompt, PromptContent } from './ports.ts';

export interface PublishPromptsDeps {
  readonly library: ManagePrompts;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

const targetOf = ({ id }: Prompt) => ({ kind: 'prompt', id });

/** What the audit log says: never the text. */
const toDetails = ({ command, title, text }: Prompt) => ({ command, title, length: text.length });

/** The prompts that admins publish to everybody. The audit log has each change. */
export class PublishPrompts {
  constructor(private readonly deps: PublishPromptsDeps) {}

  list(): Promise<readonly Prompt[]> {
    return this.deps.library.list(null);
  }

  /** Throws `CommandTaken`, `TooManyPrompts`. */
  add(content: PromptContent): Promise<Prompt> {
    const { library, work, audit } = this.deps;
    return work.run(async () => {
      const prompt = await library.add(null, content);
      await audit.record({ action: 'prompt.publish', target: targetOf(prompt), details: toDetails(prompt) });
      return prompt;
    });
  }

  /** Throws `PromptNotFound`, `PromptChanged`, `CommandTaken`, `TooManyPrompts`. */
  change(read: Pick<Prompt, 'id' | 'revision'>, content: PromptContent): Promise<Prompt> {
    const { library, work, audit } = this.deps;
    return work.run(async () => {
      const { before, after } = await library.change(null, read, content);
      const details = { before: toDetails(before), after: toDetails(after) };
      await audit.record({ action: 'prompt.change', target: targetOf(after), details });
      return after;
    });
  }

  /** Returns what it was. Throws `PromptNotFound`. */
  remove(id: string): Promise<Prompt> {
    const { library, work, audit } = this.deps;
    return work.run(async () => {
      const prompt = await library.remove(null, id);
      await audit.record({ action: 'prompt.withdraw', target: targetOf(prompt), details: toDetails(prompt) });
      return prompt;
    });
  }
}
