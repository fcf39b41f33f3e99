import type { DefaultModels } from '../domain/billing/limits.ts';
import type { TrialConfig } from '../domain/trial/ports.ts';
import type { AppContext } from '../container/app-context.ts';

/** Groq offers the models that the specification names, and the demo accepts every name. */
const hasSpecifiedModels = ({ llm }: AppContext): boolean => ['groq', 'demo'].includes(llm.active[0]?.id ?? 'demo');

/** The tiers' models: as configured, else the specification's if they exist, else the provider's default. */
export const defaultTierModels = (context: AppContext): DefaultModels => {
  const { MODEL_PRIMARY, MODEL_FALLBACK } = context.config;
  const providerDefault = context.llm.defaultModel;
  const isSpecified = hasSpecifiedModels(context);
  return {
    primary: MODEL_PRIMARY ?? providerDefault,
    fallback: MODEL_FALLBACK ?? (isSpecified ? 'llama-3.3-70b-versatile' : providerDefault),
    freeFallback: MODEL_FALLBACK ?? (isSpecified ? 'gemma2-9b-it' : providerDefault),
  };
};

/** The trial settings before an admin changes them. */
export const defaultTrialConfig = (context: AppContext): TrialConfig => {
  const { primary, fallback } = defaultTierModels(context);
  const isSpecified = hasSpecifiedModels(context);
  return {
    freemiumUnauth: true,
    freemiumAgentAccess: false,
    freemiumMaxMessages: 3,
    freemiumPrimaryModel: context.config.MODEL_PRIMARY ?? (isSpecified ? 'llama-3.3-70b-versatile' : primary),
    freemiumFallbackModel: context.config.MODEL_FALLBACK ?? (isSpecified ? 'llama-3.2-90b-text-preview' : fallback),
  };
};

/** Vision models by provider; other providers' default models can see, or none can. */
const VISION_MODELS: Readonly<Record<string, string>> = { groq: 'meta-llama/llama-4-scout-17b-16e-instruct' };

/** The vision model before an admin chooses another. */
export const defaultVisionModel = ({ config, llm }: AppContext): string =>
  config.VISION_MODEL ?? VISION_MODELS[llm.active[0]?.id ?? ''] ?? llm.defaultModel;
