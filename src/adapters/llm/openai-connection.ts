import type { Readable } from 'node:stream';

import type OpenAI from 'openai';

import type { ModelEvent, ModelInfo, ModelRequest } from '../../domain/chat/conversations/ports.ts';
import { parseListing } from './model-listing.ts';
import { completionBody, type Dialect, withoutUnsupported } from './openai-dialect.ts';
import { parseOpenAiFrame, parseOpenAiToolFrame } from './openai-frames.ts';
import type { LlmConnection, LlmDeps } from './provider.ts';
import { streamReply } from './upstream/stream-reply.ts';
import { toUpstreamError } from './upstream/upstream-error.ts';
import type { Transport } from './upstream/transport.ts';

/** Carries the raw body, or the failure, through the SDK: its own errors would lose the cause, its own stream is slow. */
class ResponseEnvelope extends Response {
  readonly stream: Readable | undefined;
  readonly failure: unknown;

  constructor(content: { stream?: Readable; failure?: unknown }) {
    super(null, { status: 200 });
    this.stream = content.stream;
    this.failure = content.failure;
  }
}

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

const fetchThrough =
  (transport: Transport): Fetch =>
  async (url, init) => {
    try {
      const headers = Object.fromEntries(new Headers(init?.headers));
      const signal = init?.signal ?? new AbortController().signal;
      return new ResponseEnvelope({
        stream: await transport.openStream({ url: String(url), headers, body: String(init?.body), signal }),
      });
    } catch (failure) {
      return new ResponseEnvelope({ failure });
    }
  };

export interface OpenAiServer {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly owner: string;
  readonly tokenLimit?: Dialect['tokenLimit'];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Any server that speaks OpenAI's chat completions: the SDK writes the request, we read the raw stream. */
export class OpenAiConnection implements LlmConnection {
  readonly #server: OpenAiServer;
  readonly #deps: LlmDeps;
  /** What models turned out not to take, for as long as the process runs. */
  readonly #dialects = new Map<string, Dialect>();
  #client: Promise<OpenAI> | undefined;

  constructor(server: OpenAiServer, deps: LlmDeps) {
    this.#server = server;
    this.#deps = deps;
  }

  reply(request: ModelRequest, signal: AbortSignal): AsyncIterator<ModelEvent, void> {
    const open = (inner: AbortSignal) => this.#open(request, inner);
    const readFrame = request.tools ? parseOpenAiToolFrame : parseOpenAiFrame;
    return streamReply({ open, readFrame, limits: this.#deps.limits, signal });
  }

  async list(): Promise<readonly ModelInfo[]> {
    const { baseUrl, apiKey, owner, headers } = this.#server;
    const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    return parseListing(
      await this.#deps.transport.getJson(`${baseUrl}/models`, { ...headers, ...authorization }),
      owner,
    );
  }

  async #open(request: ModelRequest, signal: AbortSignal): Promise<Readable> {
    let dialect: Dialect | undefined = this.#dialects.get(request.model) ?? {
      tokenLimit: this.#server.tokenLimit ?? 'max_completion_tokens',
      sampling: true,
      usage: true,
      parallel: true,
    };
    for (;;) {
      try {
        return await this.#send(completionBody(request, dialect), signal);
      } catch (error) {
        const refusal = toUpstreamError(error);
        dialect = refusal && withoutUnsupported(dialect, refusal);
        if (!dialect) throw error;
        this.#dialects.set(request.model, dialect);
      }
    }
  }

  async #send(body: ReturnType<typeof completionBody>, signal: AbortSignal): Promise<Readable> {
    const client = await (this.#client ??= this.#connect());
    const response = await client.chat.completions.create(body, { signal }).asResponse();
    if (!(response instanceof ResponseEnvelope)) throw new TypeError('The SDK replaced the response');
    if (!response.stream) throw response.failure;
    return response.stream;
  }

  /** Loaded with the first reply: the SDK is large, and start-up should not wait for it. */
  async #connect(): Promise<OpenAI> {
    const { OpenAI: Client } = await import('openai');
    const { baseUrl: baseURL, apiKey, headers } = this.#server;
    return new Client({
      baseURL,
      apiKey: apiKey ?? 'none',
      // Null and not absent: the SDK would look into the process's environment.
      organization: null,
      project: null,
      webhookSecret: null,
      adminAPIKey: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout: this.#deps.limits.totalMs * 2,
      defaultHeaders: { ...headers, ...(apiKey === undefined && { authorization: null }) },
      fetch: fetchThrough(this.#deps.transport),
    });
  }
}
