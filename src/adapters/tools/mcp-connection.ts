import type * as McpClient from '@modelcontextprotocol/client';
import type { Client, ElicitRequest, ElicitResult, Transport } from '@modelcontextprotocol/client';

import { z } from 'zod';

import type { FormContent, ServerTool, ToolCallEvent, ToolOutcome } from '../../domain/tools/ports.ts';
import { MAX_TOOLS_PER_SERVER } from '../../shared/tools.ts';
import { abortable } from './abortable.ts';
import { ByteBudget, TooMuchData } from './call-budget.ts';
import { CallChannel, PausableDeadline } from './call-channel.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { LIMITS } from './limits.ts';
import { failure, readResult } from './read-content.ts';
import { readTools } from './read-tools.ts';

export type Sdk = typeof McpClient;

/** A timer of the SDK cannot stand still while a person is asked, so it never ends a call: our own does. */
const NEVER_MS = 2_147_483_647;
/** A task of the protocol that asks more often than this is given up. */
const MAX_ROUNDS = LIMITS.forms;
/** A program that knows only the older revision may say nothing at all. */
const PROBE_MS = 2500;

export type NegotiationMode = 'auto' | 'legacy';

export interface ConnectionOptions {
  readonly sdk: Sdk;
  readonly version: string;
  readonly now: () => number;
  readonly onToolsChanged: () => void;
  /** Default: the newest revision, else the one before. */
  readonly mode?: NegotiationMode;
}

export interface CallOptions {
  readonly tool: ServerTool;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

interface RunningCall {
  readonly channel: CallChannel;
  readonly deadline: PausableDeadline;
  forms: number;
}

/** The SDK's own form of it refuses the whole list for one tool that is wrong. */
const listPage = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

class CallTimeout extends Error {}

/** One connection to a server, over any transport. */
export class McpConnection {
  readonly budget = new ByteBudget();
  /** Nothing more can be sent. */
  isClosed = false;
  private readonly running = new Set<RunningCall>();
  /** Of what waits for an answer. */
  private readonly waiting = new Set<AbortController>();
  private readonly client: Client;

  constructor(private readonly options: ConnectionOptions) {
    const { sdk, version, onToolsChanged, mode = 'auto' } = options;
    this.client = new sdk.Client(
      { name: 'parley', title: 'Parley', version },
      {
        capabilities: { elicitation: { form: {} } },
        versionNegotiation: mode === 'auto' ? { mode, probe: { timeoutMs: PROBE_MS } } : { mode },
        inputRequired: { maxRounds: MAX_ROUNDS },
        // Schemas of servers are data for models and forms; nothing of them is compiled.
        jsonSchemaValidator: {
          getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not validated' }),
        },
      },
    );
    this.client.setRequestHandler('elicitation/create', (request) => this.askPerson(request));
    this.client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged);
    this.client.onclose = () => (this.isClosed = true);
    this.budget.onBroken = (error) => this.waiting.forEach((abort) => abort.abort(error));
    this.client.onerror = () => undefined; // what fails rejects the call that waits for it
  }

  get isBusy(): boolean {
    return this.running.size > 0;
  }

  async open(transport: Transport, signal: AbortSignal): Promise<void> {
    this.budget.reset(LIMITS.listBytes);
    const timeout = LIMITS.connectMs;
    await this.unlessBroken(signal, (either) => this.client.connect(transport, { signal: either, timeout }));
    if (this.client.getProtocolEra() === 'modern' && this.client.getServerCapabilities()?.tools?.listChanged === true)
      void this.client.listen({ toolsListChanged: true }, { timeout: LIMITS.connectMs }).catch(() => undefined);
  }

  async listTools(signal: AbortSignal): Promise<readonly ServerTool[]> {
    this.budget.reset(LIMITS.listBytes);
    if (this.client.getServerCapabilities()?.tools === undefined) return [];
    return readTools(await this.unlessBroken(signal, (either) => this.listPages(either)));
  }

  private async listPages(signal: AbortSignal): Promise<readonly unknown[]> {
    const tools: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < LIMITS.listPages && tools.length < MAX_TOOLS_PER_SERVER; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const request = { method: 'tools/list', params };
      const result = await this.client.request(request, listPage, { signal, timeout: NEVER_MS });
      tools.push(...result.tools);
      cursor = result.nextCursor;
      if (cursor === undefined) break;
    }
    return tools;
  }

  /** Throws what the connection failed with, and the reason of the signal. */
  async *call(options: CallOptions): AsyncGenerator<ToolCallEvent, ToolOutcome, FormContent> {
    const { signal, timeoutMs } = options;
    this.budget.reset(LIMITS.callBytes);
    const abort = new AbortController();
    this.waiting.add(abort);
    const deadline = new PausableDeadline(timeoutMs, this.options.now, () => abort.abort(new CallTimeout()));
    const call: RunningCall = { channel: new CallChannel(), deadline, forms: 0 };
    this.running.add(call);
    const outcome = this.run(options, call, AbortSignal.any([signal, abort.signal]));
    outcome.catch(() => undefined).finally(() => call.channel.close());
    try {
      yield* call.channel.events();
      return await outcome;
    } catch (error) {
      signal.throwIfAborted();
      return failedCall(abort.signal.aborted ? abort.signal.reason : error, timeoutMs);
    } finally {
      abort.abort(new Error('The call is over'));
      deadline.stop();
      call.channel.close();
      this.running.delete(call);
      this.waiting.delete(abort);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.client.close().catch(() => undefined);
  }

  /** Rejects as soon as an answer breaks off. */
  private async unlessBroken<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    this.waiting.add(abort);
    try {
      const either = AbortSignal.any([signal, abort.signal]);
      return await abortable(work(either), either);
    } catch (error) {
      signal.throwIfAborted();
      throw abort.signal.aborted ? abort.signal.reason : error;
    } finally {
      this.waiting.delete(abort);
    }
  }

  private async run({ tool, arguments: values }: CallOptions, call: RunningCall, signal: AbortSignal) {
    const { sdk, now } = this.options;
    let reportedAt = Number.NEGATIVE_INFINITY;
    const { name, inputSchema } = tool;
    try {
      const result = await this.client.callTool(
        { name, arguments: { ...values } },
        {
          signal,
          timeout: NEVER_MS,
          // Without the schema of its output, which is not checked.
          toolDefinition: { name, inputSchema: { ...inputSchema, type: 'object' } },
          onprogress: ({ progress, total, message }) => {
            if (now() - reportedAt < LIMITS.progressMs) return;
            reportedAt = now();
            const text = cleanLine(message ?? '', LIMITS.messageLength);
            call.channel.report({ type: 'progress', done: progress, total: total ?? null, message: text });
          },
        },
      );
      return readResult(result);
    } catch (error) {
      if (error instanceof sdk.ProtocolError) return failure(cleanText(error.message, LIMITS.descriptionLength));
      throw error;
    }
  }

  /** A form belongs to the only call that runs; with several nobody knows whose it is, so it is declined. */
  private async askPerson({ params }: ElicitRequest): Promise<ElicitResult> {
    const [call] = this.running;
    if (params.mode === 'url' || call === undefined || this.running.size > 1) return { action: 'decline' };
    call.forms += 1;
    const schema: Readonly<Record<string, unknown>> = { ...params.requestedSchema };
    if (call.forms > LIMITS.forms || JSON.stringify(schema).length > LIMITS.schemaLength) return { action: 'decline' };
    call.deadline.pause();
    try {
      const message = cleanText(params.message, LIMITS.descriptionLength);
      const content = await call.channel.ask({ type: 'form', message, schema });
      return content === undefined ? { action: 'decline' } : { action: 'accept', content: toWire(content) };
    } finally {
      call.deadline.resume();
    }
  }
}

/** What the model is told; throws what only a server that does not answer explains. */
const failedCall = (reason: unknown, timeoutMs: number): ToolOutcome => {
  if (reason instanceof CallTimeout)
    return failure(`The tool did not answer within ${Math.round(timeoutMs / 1000)} seconds.`);
  if (reason instanceof TooMuchData) return failure('The result is too large.');
  throw reason;
};

const toWire = (content: NonNullable<FormContent>): Record<string, string | number | boolean | string[]> =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  );
