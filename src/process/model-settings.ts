import { z } from 'zod';

import { decimal } from '../platform/decimal.ts';

const perMillion = z.number().min(0);
const prices = z.record(z.string().min(1), z.strictObject({ input: perMillion, output: perMillion }));

/** In US dollars per million tokens, by model id. */
export type ModelPrices = z.output<typeof prices>;

export const parsePrices = (text: string): ModelPrices | undefined => {
  try {
    return prices.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Which models answer; each provider of models declares its own variables beside its code. */
export const MODEL_SETTINGS = z.object({
  LLM: z
    .string()
    .optional()
    .describe(
      'Model providers to use, separated by commas; `demo` for the built-in demo model, until an admin connects ' +
        'another.',
    ),
  MODEL_PRIMARY: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Default model of every tier. Default: that of the first provider.'),
  MODEL_FALLBACK: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Model that answers when the primary one is unknown to the provider.'),
  VISION_MODEL: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Vision model until an admin chooses another. Default: the first provider’s vision model, else its default ' +
        'model.',
    ),
  MODEL_PRICES: z
    .string()
    .refine(
      (text) => parsePrices(text) !== undefined,
      'must be JSON such as {"model-id": {"input": 0.5, "output": 1.5}}',
    )
    .optional()
    .describe(
      'Model prices for the ledger: JSON by model id, in US dollars per million tokens, `{"model-id": {"input": ' +
        '0.5, "output": 1.5}}`.',
    ),
});

/** Models that run on this machine, for finding passages. */
export const LOCAL_MODEL_SETTINGS = z.object({
  SENTENCE_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A sentence model on this machine, so that answers find passages by meaning: ' +
        '`on` for multilingual-e5-small, `all-MiniLM-L6-v2` for English only, a folder that has a model ' +
        '(`/models/multilingual-e5-small`), or `off`. Default: an admin decides on the page. ' +
        'Not together with EMBEDDINGS_MODEL.',
    ),
  RERANKER_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A cross-encoder on this machine, which takes a second look at the passages that were found: ' +
        '`on`, or a folder that has one. Slower answers; about 600 MB of memory. Default: off.',
    ),
  SENTENCE_MODEL_THREADS: decimal(z.number().int().min(1).max(64))
    .optional()
    .describe('Threads of each of these models. Default: half of the processors, four at most.'),
  MODEL_DOWNLOAD_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address that begins with http:// or https://' })
    .default('https://huggingface.co')
    .describe(
      'Where these models are fetched from, once: huggingface.co or a mirror with the same addresses. ' +
        'One in a private network has to be in OUTBOUND_ALLOWED.',
    ),
});
