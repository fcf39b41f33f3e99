import type { FinalStatus } from '../../../shared/reply-status.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import { ownerOf, type Admission, type Allowance, type Requester, type ModelPolicy } from './ports/requesters.ts';
import { requireVerified } from './requester.ts';
import { type MeteredCall, meteredModels } from '../models/metered-models.ts';
import { ModelError } from '../errors.ts';
import type { ActiveReplies } from './active-replies.ts';
import type { LanguageModels, Ledger, ModelEvent, ModelRequest } from '../models/ports.ts';
import type { ReplyObserver } from './ports/reply-store.ts';

export interface CompletionInput {
  readonly requester: Requester;
  /** `model` as requested; undefined: the plan's. */
  readonly request: Omit<ModelRequest, 'model'> & { readonly model: string | undefined };
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** `model` comes first: the model that answers. */
export type CompletionEvent = { readonly type: 'model'; readonly model: string } | ModelEvent;

export interface CreateCompletionDeps {
  readonly activeReplies: ActiveReplies;
  readonly models: LanguageModels;
  readonly allowance: Allowance;
  readonly ledger: Ledger;
  readonly policy: ModelPolicy;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

/** A completion as far as it has got. */
interface CompletionRun {
  readonly reservationId: string;
  readonly owner: string;
  /** Undefined: no provider was called. */
  call: MeteredCall | undefined;
  readonly startedAt: number;
  events: number;
  status: FinalStatus;
  code: string | null;
}

/**
 * A completion for an API client: not stored in a chat, and ended when the client disconnects. It counts against the
 * allowance and the capacity like a reply; a drain aborts it after the grace period.
 */
export class CreateCompletion {
  constructor(private readonly deps: CreateCompletionDeps) {}

  /**
   * Lazy: starts with the first `next()`. Throws the refusal (limits, unknown model, `TooBusy`, `ShuttingDown`), then
   * `ModelError`. Ends silently when the client disconnects.
   */
  async *execute({ requester, request, signal }: CompletionInput): AsyncGenerator<CompletionEvent, void> {
    requireVerified(requester);
    const abort = new AbortController();
    const release = this.deps.activeReplies.admit({
      owner: ownerOf(requester),
      abort: (reason) => abort.abort(reason),
    });
    const onDisconnect = () => abort.abort();
    signal.addEventListener('abort', onDisconnect, { once: true });
    if (signal.aborted) onDisconnect();
    try {
      const requestedModel = await this.deps.policy.choose(requester, request.model);
      const { id, model } = await this.reserve(requester, requestedModel);
      const run: CompletionRun = {
        reservationId: id,
        owner: ownerOf(requester),
        call: undefined,
        startedAt: this.deps.clock.now(),
        events: 0,
        status: 'stopped',
        code: null,
      };
      yield* this.run(run, { ...request, model }, abort.signal);
    } finally {
      signal.removeEventListener('abort', onDisconnect);
      release();
    }
  }

  /** Settles the reservation when the generator ends, however it ends. */
  private async *run(
    run: CompletionRun,
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionEvent, void> {
    const { observer, clock } = this.deps;
    const { model } = request;
    observer.started({ model, owner: 'user' });
    try {
      yield { type: 'model', model };
      yield* this.streamModel(request, signal, run);
    } catch (error) {
      run.status = 'error';
      run.code = error instanceof ModelError ? error.code : 'INTERNAL_ERROR';
      throw error;
    } finally {
      const { events, status, code, startedAt } = run;
      await this.settle(run);
      observer.finished({ model, status, code, events, ms: clock.now() - startedAt });
    }
  }

  private async *streamModel(
    request: ModelRequest,
    signal: AbortSignal,
    run: CompletionRun,
  ): AsyncGenerator<ModelEvent, void> {
    const metered = meteredModels(this.deps.models, { started: (call) => (run.call = call) });
    for await (const event of orLength(metered.reply(request, signal))) {
      if (event.type === 'text' || event.type === 'tool-call') run.events += 1;
      if (event.type === 'end') run.status = 'complete';
      yield event;
    }
    if (run.status !== 'complete' && signal.reason instanceof DomainError) throw signal.reason;
  }

  private reserve(requester: Requester, model: string): Promise<Admission> {
    return this.deps.work.run(() => this.deps.allowance.reserve(requester, model));
  }

  /** A failure is only reported: the use stays charged. */
  private async settle({ reservationId, owner, call, status, events }: CompletionRun): Promise<void> {
    const { allowance, ledger, work } = this.deps;
    const isRefunded = (status === 'error' && events === 0) || (status === 'complete' && call?.isUnanswered() === true);
    try {
      await work.run(async () => {
        await allowance.settle(reservationId, isRefunded ? 'refunded' : 'charged');
        if (call) await ledger.record([{ ...call.usage(status), owner, purpose: 'api', isRefunded }]);
      });
    } catch (error) {
      this.deps.observer.failed('a completion could not be settled', error);
    }
  }
}

/** For a program, a reply that used up its length before it said anything is an empty one that was cut. */
async function* orLength(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent, void> {
  try {
    yield* events;
  } catch (error) {
    if (!(error instanceof ModelError) || !error.ranOut) throw error;
    if (error.usage) yield { type: 'usage', ...error.usage };
    yield { type: 'end', reason: 'length' };
  }
}
