import { z } from 'zod';

import type { ModelEvent, ModelInfo, ModelRequest } from '../../domain/chat/ports.ts';
import { messagesBody } from './anthropic-dialect.ts';
import { readAnthropicFrame, readAnthropicToolFrame } from './anthropic-frames.ts';
import { parseListing } from './model-listing.ts';
import { address, optional } from '../../provider.ts';
import { apiKey, type Connection, llmProvider, modelId, type Tools } from './provider.ts';
import { streamReply } from './upstream/stream-reply.ts';

export const anthropic = llmProvider({
  id: 'anthropic',
  label: 'Anthropic',
  settings: z.object({
    ANTHROPIC_API_KEY: apiKey('Anthropic'),
    ANTHROPIC_BASE_URL: optional(address('Address of the API, if not `https://api.anthropic.com`.')),
    ANTHROPIC_MODEL: optional(modelId('Model when nobody chooses one, if not `claude-sonnet-4-5`.')),
  }),
  switchedOnBy: 'ANTHROPIC_API_KEY',
  defaultModel: (set) => set.ANTHROPIC_MODEL ?? 'claude-sonnet-4-5',
  ownPrefixes: ['claude-'],
  connect: (set, tools) =>
    new AnthropicConnection(set.ANTHROPIC_BASE_URL ?? 'https://api.anthropic.com', set.ANTHROPIC_API_KEY, tools),
});

const VERSION = '2023-06-01';

class AnthropicConnection implements Connection {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #tools: Tools;

  constructor(base: string, key: string, tools: Tools) {
    this.#base = base.replace(/\/v1$/, '');
    this.#headers = { 'x-api-key': key, 'anthropic-version': VERSION };
    this.#tools = tools;
  }

  reply(request: ModelRequest, signal: AbortSignal): AsyncIterator<ModelEvent, void> {
    const { transport, limits } = this.#tools;
    const headers = { ...this.#headers, 'content-type': 'application/json', accept: 'text/event-stream' };
    const body = JSON.stringify(messagesBody(request));
    const open = (inner: AbortSignal) =>
      transport.openStream({ url: `${this.#base}/v1/messages`, headers, body, signal: inner });
    return streamReply({
      open,
      readFrame: request.tools ? readAnthropicToolFrame : readAnthropicFrame,
      limits,
      signal,
    });
  }

  async list(): Promise<readonly ModelInfo[]> {
    return parseListing(
      await this.#tools.transport.getJson(`${this.#base}/v1/models?limit=1000`, this.#headers),
      'Anthropic',
    );
  }
}
