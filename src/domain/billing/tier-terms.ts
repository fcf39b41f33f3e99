import type { Asker, LanguageModels, ModelPolicy } from '../chat/ports.ts';
import { type Account, PlanTerms } from './ports.ts';
import type { PersonalLimits } from './personal-limits.ts';
import { mayUse } from './tier-models.ts';

/** The terms that follow from the plan, and from what an admin set for the person. */
export class TierTerms extends PlanTerms {
  private readonly languageModels: LanguageModels;
  private readonly policy: ModelPolicy;
  private readonly limits: PersonalLimits;

  constructor(languageModels: LanguageModels, policy: ModelPolicy, limits: PersonalLimits) {
    super();
    this.languageModels = languageModels;
    this.policy = policy;
    this.limits = limits;
  }

  async dailyLimit({ uid, tier }: Account): Promise<number> {
    return (await this.limits.of({ uid, tier })).daily;
  }

  async models({ uid, tier, isAdmin }: Account): Promise<readonly string[]> {
    const asker: Asker = { kind: 'user', uid, tier, isAdmin, verified: true }; // the list is the same before
    const { primary, fallback } = await this.policy.defaults(asker);
    const allowed = (await this.languageModels.list()).filter((model) => mayUse(asker, model)).map(({ id }) => id);
    return [...new Set([primary, fallback, ...allowed])];
  }
}
