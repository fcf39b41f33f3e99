import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock } from '../kernel/ports.ts';
import { SubscriptionRequired } from './errors.ts';
import type { Asker, ModelMessage, OwnInstructions } from './ports.ts';
import { systemPrompt } from './prompts.ts';

/** The personality that stands for the person's own text. */
const OWN = 'own';
const LONGEST = 1000;

type Premium = Extract<Asker, { kind: 'user' }>;

/** Personalities belong to Premium; an admin under an override acts as that tier. */
const actsAsPremium = (asker: Asker): asker is Premium => asker.kind === 'user' && asker.tier === 'premium';

/**
 * What the model is told before the conversation. Whoever does not act as premium is answered by the default, whatever
 * was sent. The store is asked only for those who chose their own text; without a text that is the default too.
 */
export const systemPromptFor = async (
  asker: Asker,
  personality: string,
  instructions: OwnInstructions,
): Promise<ModelMessage> => {
  if (!actsAsPremium(asker)) return systemPrompt('default');
  return personality === OWN ? systemPrompt('default', await instructions.find(asker.uid)) : systemPrompt(personality);
};

/** The person's own text; empty when there is none. It stays readable when Premium is over. */
export class ReadInstruction {
  private readonly instructions: OwnInstructions;

  constructor(instructions: OwnInstructions) {
    this.instructions = instructions;
  }

  async execute(uid: string): Promise<string> {
    return (await this.instructions.find(uid)) ?? '';
  }
}

/** Keeps the own text in place of the one before; a blank one clears it, which is everybody's right: what was kept outlives Premium. */
export class KeepInstruction {
  private readonly instructions: OwnInstructions;
  private readonly clock: Clock;

  constructor(instructions: OwnInstructions, clock: Clock) {
    this.instructions = instructions;
    this.clock = clock;
  }

  /** Answers the text as it is kept. Throws `SubscriptionRequired`, and `InvalidInput` for more than 1 000 characters. */
  async execute(asker: Asker, wished: string): Promise<string> {
    const text = wished.trim();
    if (asker.kind === 'user' && text === '') await this.instructions.remove(asker.uid);
    else await this.keep(asker, wished);
    return text;
  }

  private async keep(asker: Asker, wished: string): Promise<void> {
    if (!actsAsPremium(asker)) throw new SubscriptionRequired('Own instructions are part of the Premium plan');
    if (wished.length > LONGEST)
      throw new InvalidInput(`The instruction may have at most ${LONGEST} characters`, 'text');
    await this.instructions.set(asker.uid, wished.trim(), this.clock.now());
  }
}
