import type { DefaultModels } from '../domain/billing/limits.ts';
import type { TrialConfig } from '../domain/trial/ports.ts';
import type { Parts } from './parts.ts';

/** Groq offers the models that the specification names, and the demo answers for every name. */
const servesSpecified = ({ llm }: Parts): boolean => ['groq', 'demo'].includes(llm.active[0]?.id ?? 'demo');

/** The models of the tiers: as configured, else the specification's where they exist, else the provider's own default. */
export const tierDefaults = (parts: Parts): DefaultModels => {
  const { MODEL_PRIMARY, MODEL_FALLBACK } = parts.config;
  const own = parts.llm.defaultModel;
  const specified = servesSpecified(parts);
  return {
    primary: MODEL_PRIMARY ?? own,
    fallback: MODEL_FALLBACK ?? (specified ? 'llama-3.3-70b-versatile' : own),
    freeFallback: MODEL_FALLBACK ?? (specified ? 'gemma2-9b-it' : own),
  };
};

/** The trial as it is before an admin changes it. */
export const trialDefaults = (parts: Parts): TrialConfig => {
  const { primary, fallback } = tierDefaults(parts);
  const specified = servesSpecified(parts);
  return {
    freemiumUnauth: true,
    freemiumAgentAccess: false,
    freemiumMaxMessages: 3,
    freemiumPrimaryModel: parts.config.MODEL_PRIMARY ?? (specified ? 'llama-3.3-70b-versatile' : primary),
    freemiumFallbackModel: parts.config.MODEL_FALLBACK ?? (specified ? 'llama-3.2-90b-text-preview' : fallback),
  };
};

/** Models that see, by provider; the default models of the others see by themselves, or nothing does. */
const SEEING: Readonly<Record<string, string>> = { groq: 'meta-llama/llama-4-scout-17b-16e-instruct' };

/** The model that looks at images before an admin chooses another. */
export const visionDefault = ({ config, llm }: Parts): string =>
  config.VISION_MODEL ?? SEEING[llm.active[0]?.id ?? ''] ?? llm.defaultModel;
