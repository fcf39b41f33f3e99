import { CommandTaken } from '../../src/domain/prompts/errors.ts';
import {
  type LibrarySize,
  type Prompt,
  type PromptContent,
  PromptImport,
  type PromptImportResult,
  PromptStore,
} from '../../src/domain/prompts/ports.ts';
import { type Restorable, Rows } from './kernel.ts';

export const someContent = (given: Partial<PromptContent> = {}): PromptContent => ({
  command: 'brief',
  title: 'Be brief',
  description: '',
  text: 'Say it in one sentence: {{text}}',
  ...given,
});

export const aPrompt = (given: Partial<Prompt> = {}): Prompt => ({
  ...someContent(),
  id: 'prompt',
  ownerUid: 'ann',
  revision: 1,
  createdAt: 0,
  updatedAt: 0,
  ...given,
});

const byTitle = (a: Prompt, b: Prompt): number => (a.title + a.id < b.title + b.id ? -1 : 1);

export class InMemoryPrompts extends PromptStore implements Restorable {
  private readonly rows = new Rows<Prompt>();

  async list(ownerUid: string | null): Promise<readonly Prompt[]> {
    return this.of(ownerUid).toSorted(byTitle);
  }

  async measure(ownerUid: string | null): Promise<LibrarySize> {
    const prompts = this.of(ownerUid);
    return { prompts: prompts.length, length: prompts.reduce((sum, { text }) => sum + text.length, 0) };
  }

  async lock(ownerUid: string | null, id: string): Promise<Prompt | undefined> {
    return this.of(ownerUid).find((prompt) => prompt.id === id);
  }

  async add(prompt: Prompt): Promise<void> {
    const key = prompt.command.toLowerCase();
    const isTaken = this.of(prompt.ownerUid).some(
      ({ id, command }) => id !== prompt.id && command.toLowerCase() === key,
    );
    if (isTaken) throw new CommandTaken();
    this.rows.set(prompt.id, prompt);
  }

  update(prompt: Prompt): Promise<void> {
    return this.add(prompt);
  }

  async remove(id: string): Promise<void> {
    this.rows.delete(id);
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }

  private of(ownerUid: string | null): Prompt[] {
    return this.rows.all().filter((prompt) => prompt.ownerUid === ownerUid);
  }
}

/** For imports that bring chats alone. */
export class NoPrompts extends PromptImport {
  async import(): Promise<PromptImportResult> {
    throw new Error('There are no prompts to import');
  }
}
