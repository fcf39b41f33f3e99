import { z } from 'zod';

import type { ModelEvent, ModelInfo, ModelRequest } from '../../domain/chat/models/ports.ts';
import { messagesBody } from './anthropic-dialect.ts';
import { parseAnthropicFrame, parseAnthropicToolFrame } from './anthropic-frames.ts';
import { parseListing } from './model-listing.ts';
import { toJsonBody } from '../../platform/json-body.ts';
import { urlField, optionalField } from '../../platform/provider-registry.ts';
import { apiKeyField, type LlmConnection, defineLlmProvider, modelIdField, type LlmDeps } from './provider.ts';
import { streamReply } from './upstream/stream-reply.ts';

export const anthropic = defineLlmProvider({
  id: 'anthropic',
  label: 'Anthropic',
  settings: z.object({
    ANTHROPIC_API_KEY: apiKeyField('Anthropic'),
    ANTHROPIC_BASE_URL: optionalField(urlField('Address of the API, if not `https://api.anthropic.com`.')),
    ANTHROPIC_MODEL: optionalField(modelIdField('Default model, if not `claude-sonnet-4-5`.')),
  }),
  enabledBy: 'ANTHROPIC_API_KEY',
  defaultModel: (settings) => settings.ANTHROPIC_MODEL ?? 'claude-sonnet-4-5',
  modelPrefixes: ['claude-'],
  connect: (settings, deps) =>
    new AnthropicConnection(
      settings.ANTHROPIC_BASE_URL ?? 'https://api.anthropic.com',
      settings.ANTHROPIC_API_KEY,
      deps,
    ),
});

/** All since the third generation. */
const SEEING_MODELS = /^claude-(?!instant|v?[12]\b)/;
const VERSION = '2023-06-01';

class AnthropicConnection implements LlmConnection {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #deps: LlmDeps;

  constructor(base: string, key: string, deps: LlmDeps) {
    this.#base = base.replace(/\/v1(?:\/messages|\/models)?$/, '');
    this.#headers = { 'x-api-key': key, 'anthropic-version': VERSION };
    this.#deps = deps;
  }

  reply(request: ModelRequest, signal: AbortSignal): AsyncIterator<ModelEvent, void> {
    const { transport, limits, onBrokenFrames } = this.#deps;
    const headers = { ...this.#headers, 'content-type': 'application/json', accept: 'text/event-stream' };
    const body = toJsonBody(messagesBody(request));
    const open = (inner: AbortSignal) =>
      transport.openStream({ url: `${this.#base}/v1/messages`, headers, body, signal: inner });
    return streamReply({
      open,
      readFrame: request.tools ? parseAnthropicToolFrame : parseAnthropicFrame,
      limits,
      signal,
      onBrokenFrames,
    });
  }

  async list(): Promise<readonly ModelInfo[]> {
    return parseListing(
      await this.#deps.transport.getJson(`${this.#base}/v1/models?limit=1000`, this.#headers),
      'Anthropic',
      SEEING_MODELS,
    );
  }
}
