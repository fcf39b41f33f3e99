import { z } from 'zod';

import { decimal } from '../../../platform/decimal.ts';
import { type Env, parseSettings } from '../../../platform/provider-registry.ts';
import type { CallLimits } from './call-limits.ts';

const MAX_SECONDS = 3600;

const seconds = (description: string) =>
  decimal(z.number().min(0.01).max(MAX_SECONDS)).optional().describe(description);

/** Timeouts of providers; a setting applies to all of them. */
export const TIMEOUT_SETTINGS = z.object({
  LLM_FIRST_BYTE_SECONDS: seconds(
    'Timeout for the first byte of a reply; the request is not sent again then. Default: 60, as models may think; ' +
      '240 for Ollama and an OpenAI-compatible server, which may have to load the model first.',
  ),
  LLM_IDLE_SECONDS: seconds(
    'Longest silence within a reply. Default: 30; 60 for Ollama and an OpenAI-compatible server.',
  ),
  LLM_TOTAL_SECONDS: seconds(
    'Maximum duration of a reply. Default: 300; 900 for Ollama and an OpenAI-compatible server.',
  ),
});

export type CallTimeouts = Pick<CallLimits, 'firstByteMs' | 'idleMs' | 'totalMs'>;

/** A self-hosted server may load a model from disk first, and computes slowly. */
export const SELF_HOSTED_TIMEOUTS: CallTimeouts = { firstByteMs: 240_000, idleMs: 60_000, totalMs: 900_000 };

const VARIABLES = {
  firstByteMs: 'LLM_FIRST_BYTE_SECONDS',
  idleMs: 'LLM_IDLE_SECONDS',
  totalMs: 'LLM_TOTAL_SECONDS',
} as const;

/** The timeouts that are set, or all faults. */
export const parseTimeouts = (
  env: Env,
): { readonly faults: readonly string[]; readonly timeouts: Partial<CallTimeouts> } => {
  const { faults, values = {} } = parseSettings(TIMEOUT_SETTINGS, env);
  const timeouts: Record<string, number> = {};
  for (const [limit, name] of Object.entries(VARIABLES)) {
    const value = values[name];
    if (value !== undefined) timeouts[limit] = value * 1000;
  }
  return { faults, timeouts };
};
