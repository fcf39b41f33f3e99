import type { Readable } from 'node:stream';

import type { ChatCompletionCreateParamsStreaming } from 'openai/resources';

import type { ModelEvent, ModelInfo, ModelRequest } from '../../domain/chat/models/ports.ts';
import { toJsonBody } from '../../platform/json-body.ts';
import { OpenAiAddress } from '../../platform/openai-address.ts';
import { namedModel, parseListing } from './model-listing.ts';
import {
  completionBody,
  type Dialect,
  FULL_DIALECT,
  withinRoom,
  withoutUnsupported,
  withThoughtRoom,
} from './openai-dialect.ts';
import { parseOpenAiFrame, parseOpenAiToolFrame } from './openai-frames.ts';
import type { LlmConnection, LlmDeps } from './provider.ts';
import { streamReply } from './upstream/stream-reply.ts';
import { toUpstreamError } from './upstream/upstream-error.ts';
import { toEvents } from './whole-answer.ts';

export interface OpenAiServer {
  /** As people write it: see `OpenAiAddress`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly owner: string;
  /** The model that its operator named: all there is where the server has no list. */
  readonly model?: string | undefined;
  readonly tokenLimit?: Dialect['tokenLimit'];
  readonly headers?: Readonly<Record<string, string>>;
  /** Ids of models that take images, where the list does not say it. */
  readonly sees?: RegExp;
}

/** An honest server has no more to say against a request; a hostile one could name something new each time. */
const MAX_CORRECTIONS = 10;

const NOTHING_THERE = new Set<number | undefined>([404, 405]);

/** A page in place of an answer: the address is that of a site. */
export const isElsewhere = (error: unknown): boolean => {
  const upstream = toUpstreamError(error);
  return upstream?.kind === 'garbled' || NOTHING_THERE.has(upstream?.status);
};

/** Any server with OpenAI's chat completions. */
export class OpenAiConnection implements LlmConnection {
  readonly #server: OpenAiServer;
  readonly #address: OpenAiAddress;
  readonly #deps: LlmDeps;
  #hasList = false;
  /** Fields that models turned out to refuse, remembered for the life of the process. */
  readonly #dialects = new Map<string, Dialect>();

  constructor(server: OpenAiServer, deps: LlmDeps) {
    this.#server = server;
    this.#address = new OpenAiAddress(server.baseUrl, isElsewhere);
    this.#deps = deps;
  }

  reply(request: ModelRequest, signal: AbortSignal): AsyncIterator<ModelEvent, void> {
    const open = (inner: AbortSignal) => this.#open(request, inner);
    const readFrame = request.tools ? parseOpenAiToolFrame : parseOpenAiFrame;
    const { limits, onBrokenFrames } = this.#deps;
    const onThoughts = () => this.#makeThoughtRoom(request);
    const { opensThoughts } = this.#dialectOf(request.model);
    const onOpenedThoughts = (opens: boolean) => this.#learnOpenedThoughts(request.model, opens);
    const attempt = { open, readFrame, limits, signal, onBrokenFrames, onThoughts };
    return streamReply({ ...attempt, opensThoughts, onOpenedThoughts });
  }

  async list(): Promise<readonly ModelInfo[]> {
    const { owner, sees, model } = this.#server;
    try {
      const models = await this.#address.send('models', async (url) =>
        parseListing(await this.#deps.transport.getJson(url, this.#headers()), owner, sees),
      );
      this.#hasList = true;
      return models;
    } catch (error) {
      if (model === undefined || this.#hasList || !isElsewhere(error)) throw error;
      return [namedModel(model, owner)];
    }
  }

  async #open(request: ModelRequest, signal: AbortSignal): Promise<Readable> {
    let fitted = request;
    for (let corrections = 0; ; corrections += 1) {
      const dialect = this.#dialectOf(request.model);
      try {
        return await this.#send(completionBody(fitted, dialect), signal);
      } catch (error) {
        const refusal = corrections < MAX_CORRECTIONS ? toUpstreamError(error) : undefined;
        const other = refusal && withoutUnsupported(dialect, refusal);
        const shorter = refusal && !other && withinRoom(fitted, dialect, refusal);
        if (other) this.#dialects.set(request.model, other);
        else if (shorter) fitted = shorter;
        else throw error;
      }
    }
  }

  /** False: the reply had room for thoughts. */
  #makeThoughtRoom(request: ModelRequest): boolean {
    const roomier = withThoughtRoom(request, this.#dialectOf(request.model));
    if (roomier) this.#dialects.set(request.model, roomier);
    return roomier !== undefined;
  }

  #learnOpenedThoughts(model: string, opensThoughts: boolean): void {
    const dialect = this.#dialectOf(model);
    if (dialect.opensThoughts !== opensThoughts) this.#dialects.set(model, { ...dialect, opensThoughts });
  }

  #dialectOf(model: string): Dialect {
    const { tokenLimit = FULL_DIALECT.tokenLimit } = this.#server;
    return this.#dialects.get(model) ?? { ...FULL_DIALECT, tokenLimit };
  }

  #send(body: ChatCompletionCreateParamsStreaming, signal: AbortSignal): Promise<Readable> {
    const request = {
      headers: { ...this.#headers(), 'content-type': 'application/json', accept: 'text/event-stream' },
      body: toJsonBody(body),
      signal,
      toEvents,
    };
    return this.#address.send('chat/completions', (url) => this.#deps.transport.openStream({ ...request, url }));
  }

  #headers(): Readonly<Record<string, string>> {
    const { apiKey, headers } = this.#server;
    return { ...headers, ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) };
  }
}
