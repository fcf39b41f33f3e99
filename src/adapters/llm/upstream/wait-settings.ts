import { z } from 'zod';

import { type Env, readSettings } from '../../../provider.ts';
import type { CallLimits } from './limits.ts';

const MAX_SECONDS = 3600;

const seconds = (what: string) => z.coerce.number().min(0.01).max(MAX_SECONDS).optional().describe(what);

/** How long providers are waited for; what is set holds for all of them. */
export const WAIT_SETTINGS = z.object({
  LLM_FIRST_BYTE_SECONDS: seconds(
    'Until the first byte of a reply. Default: 30; 120 for Ollama and an OpenAI-compatible server, which may have to load the model first.',
  ),
  LLM_IDLE_SECONDS: seconds(
    'Longest silence within a reply. Default: 30; 60 for Ollama and an OpenAI-compatible server.',
  ),
  LLM_TOTAL_SECONDS: seconds(
    'A whole reply, however lively. Default: 300; 900 for Ollama and an OpenAI-compatible server.',
  ),
});

export type Waits = Pick<CallLimits, 'firstByteMs' | 'idleMs' | 'totalMs'>;

/** A server of one's own may read a model from its disk before it says a word, and computes slowly. */
export const OWN_SERVER_WAITS: Waits = { firstByteMs: 120_000, idleMs: 60_000, totalMs: 900_000 };

const NAMES = {
  firstByteMs: 'LLM_FIRST_BYTE_SECONDS',
  idleMs: 'LLM_IDLE_SECONDS',
  totalMs: 'LLM_TOTAL_SECONDS',
} as const;

/** What is set of the waits, or every fault. */
export const readWaits = (env: Env): { readonly faults: readonly string[]; readonly waits: Partial<Waits> } => {
  const { faults, set = {} } = readSettings(WAIT_SETTINGS, env);
  const waits: Record<string, number> = {};
  for (const [wait, name] of Object.entries(NAMES)) {
    const value = set[name];
    if (value !== undefined) waits[wait] = value * 1000;
  }
  return { faults, waits };
};
