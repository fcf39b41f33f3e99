import { SubscriptionRequired, UnknownModel } from '../chat/errors.ts';
import { type Asker, type LanguageModels, type ModelInfo, ModelPolicy } from '../chat/ports.ts';
import { NotAUser } from './errors.ts';

export interface DefaultModels {
  readonly primary: string;
  readonly fallback: string;
  readonly freeFallback: string;
}

/** The specification's chat default: a page that was never told better asks for it, on whatever provider runs here. */
const PAGE_DEFAULT = 'moonshotai/kimi-k2-instruct';

/** Which models a tier may use: free its two defaults, basic all but previews, premium and admins all. */
export class TierModels extends ModelPolicy {
  private readonly models: LanguageModels;
  private readonly configured: DefaultModels;

  constructor(models: LanguageModels, configured: DefaultModels) {
    super();
    this.models = models;
    this.configured = configured;
  }

  async defaults(asker: Asker): Promise<{ primary: string; fallback: string }> {
    if (asker.kind !== 'user') throw new NotAUser();
    const { primary, fallback, freeFallback } = this.configured;
    return { primary, fallback: asker.tier === 'free' ? freeFallback : fallback };
  }

  async choose(asker: Asker, wished: string | undefined): Promise<string> {
    const { primary, fallback } = await this.defaults(asker);
    if (wished === undefined || wished === PAGE_DEFAULT || wished === primary) return primary;
    if (wished === fallback) return fallback;
    const known = (await this.models.list()).find(({ id }) => id === wished);
    if (!known) throw new UnknownModel(wished);
    if (!mayUse(asker, known)) throw new SubscriptionRequired('This model requires a higher plan');
    return known.id;
  }
}

/** Whether a plan includes a model; for free ones the defaults are all there is. */
export const mayUse = (asker: Asker, model: ModelInfo): boolean => {
  if (asker.kind !== 'user') return false;
  if (asker.isAdmin || asker.tier === 'premium') return true;
  return asker.tier === 'basic' && !model.isPreview;
};
