import { SubscriptionRequired, UnknownModel } from '../chat/errors.ts';
import { type Asker, type LanguageModels, type ModelInfo, ModelPolicy } from '../chat/ports.ts';
import { ModelsUnknown, NotAUser } from './errors.ts';
import type { Limits } from './limits.ts';
import type { LimitSettings } from './ports.ts';

/**
 * The specification's chat default: a page that was never told better names it, whatever runs here. So it stands for the
 * plan's primary wherever it was not chosen: by those who cannot choose, and where no provider offers it. Who can choose it
 * gets it, also when an admin has made another model the primary: what the picker shows is what answers.
 */
const PAGE_DEFAULT = 'moonshotai/kimi-k2-instruct';

type User = Extract<Asker, { kind: 'user' }>;

/** Which models a tier may use: free those listed for it, basic all but previews, premium and admins all. */
export class TierModels extends ModelPolicy {
  private readonly models: LanguageModels;
  private readonly settings: LimitSettings;

  constructor(models: LanguageModels, settings: LimitSettings) {
    super();
    this.models = models;
    this.settings = settings;
  }

  async defaults(asker: Asker): Promise<{ primary: string; fallback: string }> {
    return modelsOf(userOf(asker), await this.settings.current());
  }

  async choose(asker: Asker, wished: string | undefined): Promise<string> {
    const user = userOf(asker);
    const limits = await this.settings.current();
    const { primary, fallback } = modelsOf(user, limits);
    if (wished === undefined || wished === primary) return primary;
    if (wished === PAGE_DEFAULT) return (await this.canBeChosen(user, wished)) ? wished : primary;
    return wished === fallback || isListed(user, limits, wished) ? wished : this.allowed(user, wished);
  }

  private async allowed(user: User, wished: string): Promise<string> {
    const { models, failed } = await this.models.catalogue();
    if (failed && models.length === 0) throw new ModelsUnknown();
    const known = models.find(({ id }) => id === wished);
    if (!known) throw new UnknownModel(wished);
    if (!mayUse(user, known)) throw new SubscriptionRequired('This model requires a higher plan');
    return known.id;
  }

  /** The free plan has no choice, so nobody is asked for it. */
  private async canBeChosen(user: User, wished: string): Promise<boolean> {
    if (user.tier === 'free' && !hasAllModels(user)) return false;
    const { models } = await this.models.catalogue();
    return models.some((model) => model.id === wished && mayUse(user, model));
  }
}

const userOf = (asker: Asker): User => {
  if (asker.kind !== 'user') throw new NotAUser();
  return asker;
};

const modelsOf = ({ tier }: User, { rateLimits }: Limits) => rateLimits.subscriptions[tier].models;

/** What an admin listed for a tier is theirs, previews too. */
const isListed = ({ tier }: User, { modelConfig }: Limits, wished: string): boolean =>
  modelConfig.tiers[tier].models.some(({ id }) => id === wished);

/** Admins, unless they act as a plan. */
export const hasAllModels = ({ isAdmin, override = 'unlimited' }: User): boolean => isAdmin && override === 'unlimited';

/** Whether a plan includes a model by itself; the free plan includes only what is listed for it. */
export const mayUse = (asker: Asker, model: ModelInfo): boolean => {
  if (asker.kind !== 'user') return false;
  if (hasAllModels(asker) || asker.tier === 'premium') return true;
  return asker.tier === 'basic' && !model.isPreview;
};
