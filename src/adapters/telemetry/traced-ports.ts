import { context, type Context, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';

import { JobLocks } from '../../domain/kernel/ports.ts';
import { ModelError } from '../../domain/chat/errors.ts';
import type { LanguageModels, ModelEvent, ModelRequest } from '../../domain/chat/models/ports.ts';
import { FileContextProvider } from '../../domain/chat/replies/ports/files.ts';

/** The kind of an error, never its message: that could quote a text. */
const fail = (span: Span, error: unknown): void => {
  const type = error instanceof ModelError ? error.code : error instanceof Error ? error.name : 'unknown';
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** A span for each call of a model: model, tokens, time to the first piece. */
export class TracedModels implements LanguageModels {
  constructor(
    private readonly tracer: Tracer,
    private readonly models: LanguageModels,
  ) {}

  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    return this.traced(request, signal, context.active());
  }

  list(): ReturnType<LanguageModels['list']> {
    return this.models.list();
  }

  catalogue(): ReturnType<LanguageModels['catalogue']> {
    return this.models.catalogue();
  }

  routeOf(model: string): ReturnType<LanguageModels['routeOf']> {
    return this.models.routeOf(model);
  }

  private async *traced(request: ModelRequest, signal: AbortSignal, parent: Context): AsyncGenerator<ModelEvent> {
    const { model } = request;
    const provider = this.models.routeOf(model)?.provider ?? 'unknown';
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': model,
      'gen_ai.provider.name': provider,
    };
    const span = this.tracer.startSpan(`chat ${model}`, { kind: SpanKind.CLIENT, attributes }, parent);
    const startedAt = performance.now();
    let isFirst = true;
    try {
      for await (const event of this.models.reply(request, signal)) {
        if (isFirst) span.setAttribute('gen_ai.server.time_to_first_token', (performance.now() - startedAt) / 1000);
        isFirst = false;
        if (event.type === 'usage')
          span.setAttributes({
            'gen_ai.usage.input_tokens': event.inputTokens,
            'gen_ai.usage.output_tokens': event.outputTokens,
          });
        if (event.type === 'end') span.setAttribute('gen_ai.response.finish_reasons', [event.reason]);
        yield event;
      }
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  }
}

/** A span for each look into files. */
export class TracedFiles extends FileContextProvider {
  constructor(
    private readonly tracer: Tracer,
    private readonly files: FileContextProvider,
  ) {
    super();
  }

  check(...asked: Parameters<FileContextProvider['check']>): ReturnType<FileContextProvider['check']> {
    return this.files.check(...asked);
  }

  canRead(...asked: Parameters<FileContextProvider['canRead']>): ReturnType<FileContextProvider['canRead']> {
    return this.files.canRead(...asked);
  }

  load(...asked: Parameters<FileContextProvider['load']>): ReturnType<FileContextProvider['load']> {
    const [{ fileIds, earlier }] = asked;
    const attributes = { 'parley.files': fileIds.length + earlier.length };
    return this.tracer.startActiveSpan('retrieval', { attributes }, async (span) => {
      try {
        return await this.files.load(...asked);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    });
  }
}

/** A span for each run of a job in this process: from taking its lock until it first renews or gives it back. */
export class TracedJobLocks extends JobLocks {
  private readonly running = new Map<string, Span>();

  constructor(
    private readonly tracer: Tracer,
    private readonly locks: JobLocks,
  ) {
    super();
  }

  async acquire(name: string, now: number, until: number): Promise<boolean> {
    const isOurs = await this.locks.acquire(name, now, until);
    if (!isOurs) return false;
    this.end(name);
    this.running.set(name, this.tracer.startSpan(`job ${name}`, { root: true, attributes: { 'parley.job': name } }));
    return true;
  }

  async reschedule(name: string, until: number): Promise<void> {
    this.end(name);
    await this.locks.reschedule(name, until);
  }

  isHeld(name: string, now: number): Promise<boolean> {
    return this.locks.isHeld(name, now);
  }

  private end(name: string): void {
    this.running.get(name)?.end();
    this.running.delete(name);
  }
}
