import { InvalidInput } from '../../kernel/domain-error.ts';
import type { Clock } from '../../kernel/ports.ts';
import { SubscriptionRequired } from '../errors.ts';
import type { ModelMessage } from '../models/ports.ts';
import type { Requester, CustomInstructions, UserRequester } from './ports/requesters.ts';
import { systemPrompt } from './prompts.ts';

/** The personality that uses the custom instructions. */
const CUSTOM_PERSONALITY = 'own';
const MAX_LENGTH = 1000;

/** Admins with an override have that tier. */
const hasPremium = (requester: Requester): requester is UserRequester =>
  requester.kind === 'user' && requester.tier === 'premium';

/**
 * The system prompt. Without Premium always the default one. Custom instructions are only loaded for those who chose
 * them.
 */
export const systemPromptFor = async (
  requester: Requester,
  personality: string | undefined,
  instructions: CustomInstructions,
): Promise<ModelMessage> => {
  if (personality === undefined || !hasPremium(requester)) return systemPrompt('default');
  return personality === CUSTOM_PERSONALITY
    ? systemPrompt('default', await instructions.find(requester.uid))
    : systemPrompt(personality);
};

/** Empty when there are none. Readable without Premium. */
export class GetCustomInstructions {
  constructor(private readonly instructions: CustomInstructions) {}

  async execute(uid: string): Promise<string> {
    return (await this.instructions.find(uid)) ?? '';
  }
}

/** Replaces the custom instructions. A blank text deletes them, without Premium too. */
export class SaveCustomInstructions {
  constructor(
    private readonly instructions: CustomInstructions,
    private readonly clock: Clock,
  ) {}

  /** Returns the stored text. Throws `SubscriptionRequired`, and `InvalidInput` above 1 000 characters. */
  async execute(requester: Requester, requested: string): Promise<string> {
    const text = requested.trim();
    if (requester.kind === 'user' && text === '') await this.instructions.remove(requester.uid);
    else await this.save(requester, requested);
    return text;
  }

  private async save(requester: Requester, requested: string): Promise<void> {
    if (!hasPremium(requester)) throw new SubscriptionRequired('Own instructions are part of the Premium plan');
    if (requested.length > MAX_LENGTH)
      throw new InvalidInput(`The instruction may have at most ${MAX_LENGTH} characters`, 'text');
    await this.instructions.set(requester.uid, requested.trim(), this.clock.now());
  }
}
