import { z } from 'zod';

import { decimal } from '../../platform/decimal.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { EmbeddingModels, type TextEmbedder } from '../../domain/retrieval/ports.ts';
import { ollamaAddress } from '../../platform/openai-address.ts';
import { type Env, urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { LocalEmbeddingModels } from './local.ts';
import { type EmbeddingModel, type EmbeddingServer, OpenAiEmbeddings } from './openai-embeddings.ts';
import { embeddingProvider } from './provider.ts';

/** Dimensions of well-known models. */
const KNOWN_DIMENSIONS: Readonly<Record<string, number>> = {
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
  KNOWN_DIMENSIONS[model.toLowerCase().split('/').at(-1)?.split(':', 1)[0] ?? ''];

/** Only OpenAI's third generation can shorten its vectors. */
const supportsDimensions = (model: string): boolean => /text-embedding-3-/.test(model);

const settings = z.object({
  EMBEDDINGS_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,120}$/, 'must be one word of at most 120 characters')
    .describe('Embedding model, such as `text-embedding-3-small`. A change re-embeds all files in the background.'),
  EMBEDDINGS_PROVIDER: optionalField(
    z
      .enum(['openai', 'ollama', 'openrouter', 'openai-compatible'])
      .describe('Which configured model provider serves it. Default: the first one.'),
  ),
  EMBEDDINGS_BASE_URL: optionalField(urlField("Address of another server with OpenAI's `/embeddings`.")),
  EMBEDDINGS_API_KEY: optionalField(tokenField('API key of that server, if it needs one.')),
  EMBEDDINGS_DIMENSIONS: optionalField(
    decimal(z.number().int().min(1).max(8192)).describe(
      "Length of the model's vectors; required for models that Parley does not know. " +
        "OpenAI's third generation accepts shorter ones.",
    ),
  ),
});

/** Any server with OpenAI's embeddings API. `resolveEmbeddingServer` takes its address from a model provider. */
export const openaiCompatible = embeddingProvider({
  id: 'openai-compatible',
  label: 'OpenAI-compatible embeddings',
  settings,
  enabledBy: 'EMBEDDINGS_MODEL',
  connect: (env, { clock }) => {
    const server: EmbeddingServer = {
      baseUrl: env.EMBEDDINGS_BASE_URL ?? '',
      apiKey: env.EMBEDDINGS_API_KEY,
      id: env.EMBEDDINGS_PROVIDER ?? 'own',
    };
    const dimensions = env.EMBEDDINGS_DIMENSIONS ?? knownDimensions(env.EMBEDDINGS_MODEL) ?? 0;
    return new RemoteEmbeddingModels(
      server,
      { model: env.EMBEDDINGS_MODEL, dimensions, supportsDimensions: supportsDimensions(env.EMBEDDINGS_MODEL) },
      clock,
    );
  },
});

/** The configured model, and earlier ones that the same server or this machine still offers. */
class RemoteEmbeddingModels extends EmbeddingModels {
  readonly current: TextEmbedder;
  readonly #server: EmbeddingServer;
  readonly #local = new LocalEmbeddingModels();
  readonly #clock: Clock;

  constructor(server: EmbeddingServer, model: EmbeddingModel, clock: Clock) {
    super();
    this.#server = server;
    this.#clock = clock;
    this.current = new OpenAiEmbeddings(server, model, clock);
  }

  find(version: string): TextEmbedder | undefined {
    if (version === this.current.collection.version) return this.current;
    const [, model, length] = new RegExp(`^${this.#server.id}/(.+)@(\\d+)$`).exec(version) ?? [];
    if (model === undefined) return this.#local.find(version);
    return new OpenAiEmbeddings(
      this.#server,
      { model, dimensions: Number(length), supportsDimensions: supportsDimensions(model) },
      this.#clock,
    );
  }
}

const variableValue = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined;

interface KnownServer {
  readonly id: string;
  readonly enabledBy: string;
  readonly baseUrl: (env: Env) => string;
  readonly key: string;
}

const KNOWN_SERVERS: readonly KnownServer[] = [
  {
    id: 'openai',
    enabledBy: 'OPENAI_API_KEY',
    baseUrl: (env) => variableValue(env, 'OPENAI_BASE_URL') ?? 'https://api.openai.com/v1',
    key: 'OPENAI_API_KEY',
  },
  {
    id: 'ollama',
    enabledBy: 'OLLAMA_BASE_URL',
    baseUrl: (env) => ollamaAddress(variableValue(env, 'OLLAMA_BASE_URL') ?? ''),
    key: 'OLLAMA_API_KEY',
  },
  {
    id: 'openrouter',
    enabledBy: 'OPENROUTER_API_KEY',
    baseUrl: (env) => variableValue(env, 'OPENROUTER_BASE_URL') ?? 'https://openrouter.ai/api/v1',
    key: 'OPENROUTER_API_KEY',
  },
  {
    id: 'openai-compatible',
    enabledBy: 'OPENAI_COMPATIBLE_BASE_URL',
    baseUrl: (env) => variableValue(env, 'OPENAI_COMPATIBLE_BASE_URL') ?? '',
    key: 'OPENAI_COMPATIBLE_API_KEY',
  },
];

/** The environment with the embedding server taken from a model provider, and what is missing for that. */
export const resolveEmbeddingServer = (env: Env): { readonly env: Env; readonly faults: readonly string[] } => {
  const model = variableValue(env, 'EMBEDDINGS_MODEL');
  if (model === undefined) return { env, faults: [] };
  const faults: string[] = [];
  if (variableValue(env, 'EMBEDDINGS_DIMENSIONS') === undefined && knownDimensions(model) === undefined) {
    faults.push('EMBEDDINGS_DIMENSIONS is not set, and how long the vectors of EMBEDDINGS_MODEL are is not known');
  }
  if (variableValue(env, 'EMBEDDINGS_BASE_URL') !== undefined)
    return { env: { ...env, EMBEDDINGS_PROVIDER: undefined }, faults };
  const namedId = variableValue(env, 'EMBEDDINGS_PROVIDER');
  const server = KNOWN_SERVERS.find(({ id, enabledBy: on }) =>
    namedId === undefined ? variableValue(env, on) !== undefined : id === namedId,
  );
  if (!server || variableValue(env, server.enabledBy) === undefined) {
    const wanted = server
      ? server.enabledBy
      : `EMBEDDINGS_BASE_URL, or one of ${KNOWN_SERVERS.map(({ enabledBy: on }) => on).join(', ')}`;
    return { env, faults: [...faults, `EMBEDDINGS_MODEL is set, but no server for it: set ${wanted}`] };
  }
  const resolved = {
    EMBEDDINGS_BASE_URL: server.baseUrl(env),
    EMBEDDINGS_API_KEY: variableValue(env, 'EMBEDDINGS_API_KEY') ?? variableValue(env, server.key),
    EMBEDDINGS_PROVIDER: server.id,
  };
  return { env: { ...env, ...resolved }, faults };
};
