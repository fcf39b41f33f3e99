import type { TrialConfig } from '../domain/trial/ports.ts';

/** What the operator chose, and what the first provider of models is and offers. */
export interface ModelSettings {
  readonly primary: string | undefined;
  readonly fallback: string | undefined;
  readonly vision: string | undefined;
  /** Undefined: no provider is configured, and the demo answers. */
  readonly providerId: string | undefined;
  readonly providerDefault: string;
}

interface TierModels {
  readonly primary: string;
  readonly fallback: string;
  readonly freeFallback: string;
}

/** Groq offers the models that the specification names, and the demo accepts every name. */
const hasSpecifiedModels = ({ providerId }: ModelSettings): boolean => ['groq', 'demo'].includes(providerId ?? 'demo');

/** The tiers' models: as configured, else the specification's if they exist, else the provider's default. */
export const defaultTierModels = (settings: ModelSettings): TierModels => {
  const { primary, fallback, providerDefault } = settings;
  const isSpecified = hasSpecifiedModels(settings);
  return {
    primary: primary ?? providerDefault,
    fallback: fallback ?? (isSpecified ? 'llama-3.3-70b-versatile' : providerDefault),
    freeFallback: fallback ?? (isSpecified ? 'gemma2-9b-it' : providerDefault),
  };
};

/** The trial settings before an admin changes them. */
export const defaultTrialConfig = (settings: ModelSettings): TrialConfig => {
  const tiers = defaultTierModels(settings);
  const isSpecified = hasSpecifiedModels(settings);
  return {
    freemiumUnauth: true,
    freemiumAgentAccess: false,
    freemiumMaxMessages: 3,
    freemiumPrimaryModel: settings.primary ?? (isSpecified ? 'llama-3.3-70b-versatile' : tiers.primary),
    freemiumFallbackModel: settings.fallback ?? (isSpecified ? 'llama-3.2-90b-text-preview' : tiers.fallback),
  };
};

/** Vision models by provider; other providers' default models can see, or none can. */
const VISION_MODELS: Readonly<Record<string, string>> = { groq: 'meta-llama/llama-4-scout-17b-16e-instruct' };

/** The vision model before an admin chooses another. */
export const defaultVisionModel = ({ vision, providerId, providerDefault }: ModelSettings): string =>
  vision ?? VISION_MODELS[providerId ?? ''] ?? providerDefault;
