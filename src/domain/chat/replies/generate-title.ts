import type { Secrets } from '../../kernel/ports.ts';
import { trialOwnerOf } from './requester.ts';
import type { ModelMessage } from '../models/ports.ts';
import type { UtilityModel, MessageRef } from './ports/answers.ts';
import type { Requester } from './ports/requesters.ts';
import { fallbackTitle } from '../../../shared/chat-title.ts';
import { cleanTitle, titlePrompt } from './prompts.ts';

const MAX_TITLE_TOKENS = 64;

export interface GenerateTitleInput {
  readonly messages: readonly ModelMessage[];
  readonly about?: MessageRef;
  /** The trial session whose messages were moved to this chat; they were counted there. */
  readonly trialSession?: string | undefined;
}

/** A title of at most 60 characters. Throws `FollowUpLimitReached`, `ModelError`. */
export class GenerateTitle {
  constructor(
    private readonly utilityModel: UtilityModel,
    private readonly secrets: Secrets,
  ) {}

  async execute(
    requester: Requester,
    { messages, about: messageRef = {}, trialSession }: GenerateTitleInput,
    signal: AbortSignal,
  ): Promise<string> {
    const about =
      trialSession === undefined ? messageRef : { ...messageRef, trialOwner: trialOwnerOf(this.secrets, trialSession) };
    const question = messages.find(({ role }) => role === 'user')?.content ?? '';
    const answer = messages.find(({ role }) => role === 'assistant')?.content ?? '';
    const request = {
      purpose: 'title',
      messages: titlePrompt(question, answer),
      maxTokens: MAX_TITLE_TOKENS,
      about,
    } as const;
    let title = '';
    for await (const text of this.utilityModel.complete(requester, request, signal)) title += text;
    return cleanTitle(title) || fallbackTitle(question);
  }
}
