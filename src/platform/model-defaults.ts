import type { Installation } from '../shared/settings/define-settings.ts';

/** What the operator chose, and what the first provider of models is and offers. */
export interface ModelSettings {
  readonly primary: string | undefined;
  readonly fallback: string | undefined;
  readonly vision: string | undefined;
  /** Undefined: no provider is configured, and the demo answers. */
  readonly providerId: string | undefined;
  readonly providerDefault: string;
}

/** Groq offers the models that the specification names, and the demo accepts every name. */
const hasSpecifiedModels = ({ providerId }: ModelSettings): boolean => ['groq', 'demo'].includes(providerId ?? 'demo');

/** Vision models by provider; other providers' default models can see, or none can. */
const VISION_MODELS: Readonly<Record<string, string>> = { groq: 'meta-llama/llama-4-scout-17b-16e-instruct' };

/**
 * The models before an admin chooses others: as configured, else the specification's if they exist,
 * else the provider's default.
 */
export const defaultModels = (settings: ModelSettings): Installation => {
  const { primary, fallback, vision, providerId, providerDefault } = settings;
  const specified = (model: string): string => (hasSpecifiedModels(settings) ? model : providerDefault);
  return {
    primary: primary ?? providerDefault,
    fallback: fallback ?? specified('llama-3.3-70b-versatile'),
    freeFallback: fallback ?? specified('gemma2-9b-it'),
    trialPrimary: primary ?? specified('llama-3.3-70b-versatile'),
    trialFallback: fallback ?? specified('llama-3.2-90b-text-preview'),
    vision: vision ?? VISION_MODELS[providerId ?? ''] ?? providerDefault,
  };
};
