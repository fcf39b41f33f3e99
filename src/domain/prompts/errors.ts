import { DomainError, fixedError } from '../kernel/domain-error.ts';
import type { Prompt } from './ports.ts';

export class PromptNotFound extends fixedError('not_found', 'There is no such prompt') {}

export class CommandTaken extends fixedError(
  'conflict',
  'Another prompt has this command. Please choose another one.',
  'COMMAND_TAKEN',
  { field: 'command' },
) {}

/** A limit of the library: of prompts, or of their length together. */
export class TooManyPrompts extends DomainError {
  readonly kind = 'conflict';
  override readonly code = 'TOO_MANY_PROMPTS';
}

/** Somebody, or another tab, was faster; the details have the prompt as it is now. */
export class PromptChanged extends DomainError {
  readonly kind = 'conflict';
  override readonly code = 'PROMPT_CHANGED';

  constructor({ id, command, title, description, text, revision }: Prompt) {
    super('This prompt has changed meanwhile, so nothing was saved.', {
      prompt: { id, command, title, description, text, revision },
    });
  }
}
