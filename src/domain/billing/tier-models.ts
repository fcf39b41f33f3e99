import { NotInGroups, SubscriptionRequired, UnknownModel } from '../chat/errors.ts';
import type { LanguageModels, ModelInfo } from '../chat/models/ports.ts';
import {
  type DefaultModels,
  type Requester,
  ModelPolicy,
  type UserRequester,
} from '../chat/replies/ports/requesters.ts';
import { ModelListUnavailable, NotAUser } from './errors.ts';
import { defaultModels } from './group-models.ts';
import type { Limits } from './limits.ts';
import type { LimitSettings } from './settings.ts';

/**
 * The specification's default model: pages send it without knowing what this server offers. It is used when the user
 * may choose it and a provider offers it; otherwise it stands for the plan's primary model.
 */
const CLIENT_DEFAULT_MODEL = 'moonshotai/kimi-k2-instruct';

/** Free: listed models; basic: all except previews; premium and admins: all. A list of the groups takes their place. */
export class TierModels extends ModelPolicy {
  constructor(
    private readonly models: LanguageModels,
    private readonly settings: LimitSettings,
  ) {
    super();
  }

  async defaults(requester: Requester): Promise<DefaultModels> {
    const limits = await this.settings.current();
    const { primary, fallback } = await this.getDefaults(requireUser(requester), limits);
    return { primary, fallback: limits.rateLimits.features.enableModelFallback ? fallback : undefined };
  }

  async choose(requester: Requester, requested: string | undefined): Promise<string> {
    const user = requireUser(requester);
    const limits = await this.settings.current();
    const { primary, fallback } = await this.getDefaults(user, limits);
    if (requested === undefined || requested === primary) return primary;
    if (requested === CLIENT_DEFAULT_MODEL) return (await this.canChoose(user, requested)) ? requested : primary;
    return requested === fallback || isListed(user, limits, requested)
      ? requested
      : this.requireAllowed(user, requested);
  }

  /** What is offered counts for a list of the groups alone, so nobody else waits for it. */
  private async getDefaults({ tier, rights }: UserRequester, { rateLimits }: Limits): Promise<DefaultModels> {
    const { models: offered } = rights?.models ? await this.models.catalogue() : { models: [] };
    return defaultModels(rateLimits.subscriptions[tier].models, rights, offered);
  }

  private async requireAllowed(user: UserRequester, requested: string): Promise<string> {
    const { models, failed } = await this.models.catalogue();
    if (failed && models.length === 0) throw new ModelListUnavailable();
    const available = models.find(({ id }) => id === requested);
    if (!available) throw new UnknownModel(requested);
    if (!canUseModel(user, available)) throw refusalFor(user);
    return available.id;
  }

  /** The free plan cannot choose. */
  private async canChoose(user: UserRequester, requested: string): Promise<boolean> {
    if (user.tier === 'free' && !hasAllModels(user) && !user.rights?.models) return false;
    const { models } = await this.models.catalogue();
    return models.some((model) => model.id === requested && canUseModel(user, model));
  }
}

const requireUser = (requester: Requester): UserRequester => {
  if (requester.kind !== 'user') throw new NotAUser();
  return requester;
};

const refusalFor = ({ rights }: UserRequester): SubscriptionRequired =>
  rights?.models
    ? new NotInGroups('This model is not among those of your groups')
    : new SubscriptionRequired('This model requires a higher plan');

/** By the tier; listed previews are included. A list of the groups names models that a provider must still offer. */
const isListed = ({ tier, rights }: UserRequester, { modelConfig }: Limits, requested: string): boolean =>
  !rights?.models && modelConfig.tiers[tier].models.some(({ id }) => id === requested);

/** Admins without an override. */
export const hasAllModels = ({ isAdmin, override = 'unlimited' }: UserRequester): boolean =>
  isAdmin && override === 'unlimited';

/** Without listed models. */
export const canUseModel = (requester: Requester, model: ModelInfo): boolean => {
  if (requester.kind !== 'user') return false;
  if (requester.rights?.models) return requester.rights.models.includes(model.id);
  if (hasAllModels(requester) || requester.tier === 'premium') return true;
  return requester.tier === 'basic' && !model.isPreview;
};
