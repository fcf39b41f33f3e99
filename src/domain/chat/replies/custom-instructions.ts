import { InvalidInput } from '../../kernel/domain-error.ts';
import type { Clock } from '../../kernel/ports.ts';
import { SubscriptionRequired } from '../errors.ts';
import type { ModelMessage } from '../models/ports.ts';
import type { Requester, CustomInstructions, UserRequester } from './ports.ts';
import { systemPrompt } from './prompts.ts';

/** The personality that stands for the person's own text. */
const CUSTOM_PERSONALITY = 'own';
const MAX_LENGTH = 1000;

/** Personalities belong to Premium; an admin under an override acts as that tier. */
const hasPremium = (requester: Requester): requester is UserRequester =>
  requester.kind === 'user' && requester.tier === 'premium';

/**
 * What the model is told before the conversation. Whoever does not act as premium is answered by the default, whatever
 * was sent. The store is asked only for those who chose their own text; without a text that is the default too.
 */
export const systemPromptFor = async (
  requester: Requester,
  personality: string,
  instructions: CustomInstructions,
): Promise<ModelMessage> => {
  if (!hasPremium(requester)) return systemPrompt('default');
  return personality === CUSTOM_PERSONALITY
    ? systemPrompt('default', await instructions.find(requester.uid))
    : systemPrompt(personality);
};

/** The person's own text; empty when there is none. It stays readable when Premium is over. */
export class GetCustomInstructions {
  private readonly instructions: CustomInstructions;

  constructor(instructions: CustomInstructions) {
    this.instructions = instructions;
  }

  async execute(uid: string): Promise<string> {
    return (await this.instructions.find(uid)) ?? '';
  }
}

/** Keeps the own text in place of the one before; a blank one clears it, which is everybody's right: what was kept outlives Premium. */
export class SaveCustomInstructions {
  private readonly instructions: CustomInstructions;
  private readonly clock: Clock;

  constructor(instructions: CustomInstructions, clock: Clock) {
    this.instructions = instructions;
    this.clock = clock;
  }

  /** Answers the text as it is kept. Throws `SubscriptionRequired`, and `InvalidInput` for more than 1 000 characters. */
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
