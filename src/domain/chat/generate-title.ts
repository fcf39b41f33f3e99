import type { Secrets } from '../kernel/ports.ts';
import { trialOwnerOf } from './asker.ts';
import type { Asides, Asker, MessageRef, ModelMessage } from './ports.ts';
import { cleanTitle, fallbackTitle, titlePrompt } from './prompts.ts';

const TITLE_TOKENS = 64;

export interface Titled {
  readonly messages: readonly ModelMessage[];
  readonly about?: MessageRef;
  /** The trial session whose messages were carried into this chat: they were counted there. */
  readonly trialSession?: string | undefined;
}

/** A title of at most 60 characters from the first question and reply. Throws `FollowUpLimitReached`, `ModelFault`. */
export class GenerateTitle {
  private readonly asides: Asides;
  private readonly secrets: Secrets;

  constructor(asides: Asides, secrets: Secrets) {
    this.asides = asides;
    this.secrets = secrets;
  }

  async execute(
    asker: Asker,
    { messages, about: named = {}, trialSession }: Titled,
    signal: AbortSignal,
  ): Promise<string> {
    const about =
      trialSession === undefined ? named : { ...named, trialOwner: trialOwnerOf(this.secrets, trialSession) };
    const question = messages.find(({ role }) => role === 'user')?.content ?? '';
    const answer = messages.find(({ role }) => role === 'assistant')?.content ?? '';
    const aside = {
      purpose: 'title',
      messages: titlePrompt(question, answer),
      maxTokens: TITLE_TOKENS,
      about,
    } as const;
    let title = '';
    for await (const text of this.asides.ask(asker, aside, signal)) title += text;
    return cleanTitle(title) || fallbackTitle(question);
  }
}
