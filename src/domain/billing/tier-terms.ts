import type { Asker, LanguageModels, ModelPolicy } from '../chat/ports.ts';
import { type Account, PlanTerms } from './ports.ts';
import { DAILY_MESSAGES } from './tier-allowance.ts';
import { mayUse } from './tier-models.ts';

/** The terms that follow from the plan alone. */
export class TierTerms extends PlanTerms {
  private readonly languageModels: LanguageModels;
  private readonly policy: ModelPolicy;

  constructor(languageModels: LanguageModels, policy: ModelPolicy) {
    super();
    this.languageModels = languageModels;
    this.policy = policy;
  }

  async dailyLimit({ tier }: Account): Promise<number> {
    return DAILY_MESSAGES[tier];
  }

  async models({ uid, tier, isAdmin }: Account): Promise<readonly string[]> {
    const asker: Asker = { kind: 'user', uid, tier, isAdmin };
    const { primary, fallback } = await this.policy.defaults(asker);
    const allowed = (await this.languageModels.list()).filter((model) => mayUse(asker, model)).map(({ id }) => id);
    return [...new Set([primary, fallback, ...allowed])];
  }
}
