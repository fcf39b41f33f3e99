import { z } from 'zod';

import type { Clock } from '../../domain/kernel/ports.ts';
import { withoutEnding } from '../../domain/kernel/text-ends.ts';
import { EmbeddingModels, type Embeddings } from '../../domain/retrieval/ports.ts';
import { address, optional, word } from '../../provider.ts';
import { LocalModels } from './local.ts';
import { type EmbeddingModel, type EmbeddingServer, OpenAiEmbeddings } from './openai-embeddings.ts';
import { embeddingProvider } from './provider.ts';

/** How long the vectors of well-known models are. */
const KNOWN: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
  'nomic-embed-text': 768,
  'mxbai-embed-large': 1024,
  'snowflake-arctic-embed': 1024,
  'bge-m3': 1024,
  'bge-large': 1024,
  'all-minilm': 384,
  embeddinggemma: 768,
  'qwen3-embedding-8b': 4096,
};

const knownDimensions = (model: string): number | undefined =>
  KNOWN[model.toLowerCase().split('/').at(-1)?.split(':', 1)[0] ?? ''];

/** Only OpenAI's third generation can make its vectors shorter. */
const shortens = (model: string): boolean => /text-embedding-3-/.test(model);

const settings = z.object({
  EMBEDDINGS_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,120}$/, 'must be one word of at most 120 characters')
    .describe(
      'Model that files are embedded with, such as `text-embedding-3-small`. A change embeds all files anew in the background.',
    ),
  EMBEDDINGS_PROVIDER: optional(
    z
      .enum(['openai', 'ollama', 'openrouter', 'openai-compatible'])
      .describe('Which of the configured providers of models has it. Default: the first of them that is configured.'),
  ),
  EMBEDDINGS_BASE_URL: optional(
    address("Address of another server with OpenAI's `/embeddings`, up to and including `/v1`."),
  ),
  EMBEDDINGS_API_KEY: optional(word('API key of that server, where it asks for one.')),
  EMBEDDINGS_DIMENSIONS: optional(
    z.coerce
      .number()
      .int()
      .min(1)
      .max(8192)
      .describe(
        "Length of the model's vectors; needed for models that Parley does not know. OpenAI's third generation makes them as short as wished.",
      ),
  ),
});

/** Any server that speaks OpenAI's embeddings. `EMBEDDINGS_BASE_URL` is filled in from the provider by `withServer`. */
export const openaiCompatible = embeddingProvider({
  id: 'openai-compatible',
  label: 'OpenAI-compatible embeddings',
  settings,
  switchedOnBy: 'EMBEDDINGS_MODEL',
  connect: (set, { clock }) => {
    const server: EmbeddingServer = {
      baseUrl: set.EMBEDDINGS_BASE_URL ?? '',
      apiKey: set.EMBEDDINGS_API_KEY,
      id: set.EMBEDDINGS_PROVIDER ?? 'own',
    };
    const dimensions = set.EMBEDDINGS_DIMENSIONS ?? knownDimensions(set.EMBEDDINGS_MODEL) ?? 0;
    return new ServedModels(
      server,
      { model: set.EMBEDDINGS_MODEL, dimensions, shortens: shortens(set.EMBEDDINGS_MODEL) },
      clock,
    );
  },
});

/** The configured model, and the earlier ones that the same server or this machine can still be asked for. */
class ServedModels extends EmbeddingModels {
  readonly current: Embeddings;
  readonly #server: EmbeddingServer;
  readonly #local = new LocalModels();
  readonly #clock: Clock;

  constructor(server: EmbeddingServer, model: EmbeddingModel, clock: Clock) {
    super();
    this.#server = server;
    this.#clock = clock;
    this.current = new OpenAiEmbeddings(server, model, clock);
  }

  of(version: string): Embeddings | undefined {
    if (version === this.current.collection.version) return this.current;
    const [, model, length] = new RegExp(`^${this.#server.id}/(.+)@(\\d+)$`).exec(version) ?? [];
    if (model === undefined) return this.#local.of(version);
    return new OpenAiEmbeddings(
      this.#server,
      { model, dimensions: Number(length), shortens: shortens(model) },
      this.#clock,
    );
  }
}

type Env = Readonly<Record<string, string | undefined>>;
const set = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined;

interface Known {
  readonly id: string;
  readonly on: string;
  readonly baseUrl: (env: Env) => string;
  readonly key: string;
}

const SERVERS: readonly Known[] = [
  {
    id: 'openai',
    on: 'OPENAI_API_KEY',
    baseUrl: (env) => set(env, 'OPENAI_BASE_URL') ?? 'https://api.openai.com/v1',
    key: 'OPENAI_API_KEY',
  },
  {
    id: 'ollama',
    on: 'OLLAMA_BASE_URL',
    baseUrl: (env) => withoutEnding(set(env, 'OLLAMA_BASE_URL') ?? '', /\//).replace(/\/v1$/, '') + '/v1',
    key: 'OLLAMA_API_KEY',
  },
  {
    id: 'openrouter',
    on: 'OPENROUTER_API_KEY',
    baseUrl: (env) => set(env, 'OPENROUTER_BASE_URL') ?? 'https://openrouter.ai/api/v1',
    key: 'OPENROUTER_API_KEY',
  },
  {
    id: 'openai-compatible',
    on: 'OPENAI_COMPATIBLE_BASE_URL',
    baseUrl: (env) => set(env, 'OPENAI_COMPATIBLE_BASE_URL') ?? '',
    key: 'OPENAI_COMPATIBLE_API_KEY',
  },
];

/** The environment with the server of the embeddings in it, taken from a provider of models; and what is missing for that. */
export const withServer = (env: Env): { readonly env: Env; readonly faults: readonly string[] } => {
  const model = set(env, 'EMBEDDINGS_MODEL');
  if (model === undefined) return { env, faults: [] };
  const faults: string[] = [];
  if (set(env, 'EMBEDDINGS_DIMENSIONS') === undefined && knownDimensions(model) === undefined) {
    faults.push('EMBEDDINGS_DIMENSIONS is not set, and how long the vectors of EMBEDDINGS_MODEL are is not known');
  }
  if (set(env, 'EMBEDDINGS_BASE_URL') !== undefined) return { env: { ...env, EMBEDDINGS_PROVIDER: undefined }, faults };
  const named = set(env, 'EMBEDDINGS_PROVIDER');
  const server = SERVERS.find(({ id, on }) => (named === undefined ? set(env, on) !== undefined : id === named));
  if (!server || set(env, server.on) === undefined) {
    const wanted = server ? server.on : `EMBEDDINGS_BASE_URL, or one of ${SERVERS.map(({ on }) => on).join(', ')}`;
    return { env, faults: [...faults, `EMBEDDINGS_MODEL is set, but no server for it: set ${wanted}`] };
  }
  const filled = {
    EMBEDDINGS_BASE_URL: server.baseUrl(env),
    EMBEDDINGS_API_KEY: set(env, 'EMBEDDINGS_API_KEY') ?? set(env, server.key),
    EMBEDDINGS_PROVIDER: server.id,
  };
  return { env: { ...env, ...filled }, faults };
};
