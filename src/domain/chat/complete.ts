import { DomainError } from '../kernel/domain-error.ts';
import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import { ownerOf, requireVerified } from './asker.ts';
import { CallMeter } from './call-meter.ts';
import { ModelFault } from './errors.ts';
import type { LiveReplies } from './live-replies.ts';
import type {
  Admission,
  Allowance,
  Asker,
  LanguageModels,
  Ledger,
  ModelEvent,
  ModelPolicy,
  ModelRequest,
  ReplyObserver,
} from './ports.ts';

export interface Wish {
  readonly asker: Asker;
  /** `model` as the asker wishes it. */
  readonly request: ModelRequest;
  /** Aborts when the asker is gone. */
  readonly signal: AbortSignal;
}

/** `model` comes first and once, when the wish is admitted: the one that answers. */
export type CompletionEvent = { readonly type: 'model'; readonly model: string } | ModelEvent;

export interface CompleteTools {
  readonly lives: LiveReplies;
  readonly models: LanguageModels;
  readonly allowance: Allowance;
  readonly ledger: Ledger;
  readonly policy: ModelPolicy;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

/** What was reserved, and whose use it is. */
interface Use {
  readonly id: string;
  readonly owner: string;
}

/** What became of a completion as far as it got. */
interface Course {
  readonly meter: CallMeter;
  readonly startedAt: number;
  events: number;
  status: 'complete' | 'stopped' | 'error';
  code: string | null;
}

/**
 * Asks a model for a program: no chat keeps it, and it ends with its asker. It counts like a reply, against the
 * allowance as against what may run here at once, and a drain cuts it when its grace is over.
 */
export class Complete {
  private readonly tools: CompleteTools;

  constructor(tools: CompleteTools) {
    this.tools = tools;
  }

  /**
   * Nothing happens before the first event is asked for. Throws what refuses (limits, unknown models, `TooBusy`,
   * `ShuttingDown`), then `ModelFault`. Ends in silence when the asker is gone.
   */
  async *execute({ asker, request, signal }: Wish): AsyncGenerator<CompletionEvent, void> {
    requireVerified(asker);
    const cut = new AbortController();
    const leave = this.tools.lives.admit({ owner: ownerOf(asker), cut: (reason) => cut.abort(reason) });
    const gone = () => cut.abort();
    signal.addEventListener('abort', gone, { once: true });
    if (signal.aborted) gone();
    try {
      const wished = await this.tools.policy.choose(asker, request.model);
      const { id, model } = await this.reserve(asker, wished);
      yield* this.answer({ id, owner: ownerOf(asker) }, { ...request, model }, cut.signal);
    } finally {
      signal.removeEventListener('abort', gone);
      leave();
    }
  }

  /** Between reservation and settlement, however the reading ends. */
  private async *answer(use: Use, request: ModelRequest, signal: AbortSignal): AsyncGenerator<CompletionEvent, void> {
    const { observer, clock } = this.tools;
    const { model } = request;
    const course: Course = {
      meter: new CallMeter(request),
      startedAt: clock.now(),
      events: 0,
      status: 'stopped',
      code: null,
    };
    observer.started({ model, owner: 'user' });
    try {
      yield { type: 'model', model };
      yield* this.read(request, signal, course);
    } catch (error) {
      course.status = 'error';
      course.code = error instanceof ModelFault ? error.code : 'INTERNAL_ERROR';
      throw error;
    } finally {
      const { events, status, code, startedAt } = course;
      await this.settle(use, course);
      observer.finished({ model, status, code, events, ms: clock.now() - startedAt });
    }
  }

  private async *read(request: ModelRequest, signal: AbortSignal, course: Course): AsyncGenerator<ModelEvent, void> {
    for await (const event of this.tools.models.reply(request, signal)) {
      course.meter.hear(event);
      if (event.type === 'text' || event.type === 'tool-call') course.events += 1;
      if (event.type === 'end') course.status = 'complete';
      yield event;
    }
    if (course.status !== 'complete' && signal.reason instanceof DomainError) throw signal.reason;
  }

  private reserve(asker: Asker, model: string): Promise<Admission> {
    return this.tools.work.run(() => this.tools.allowance.reserve(asker, model));
  }

  /** A use that cannot be settled stays counted; the answer must not fail for it. */
  private async settle({ id, owner }: Use, { meter, status, events }: Course): Promise<void> {
    const { allowance, ledger, work } = this.tools;
    try {
      await work.run(async () => {
        await allowance.settle(id, status === 'error' && events === 0 ? 'refunded' : 'charged');
        await ledger.record([{ ...meter.counted(status), owner, purpose: 'api' }]);
      });
    } catch (error) {
      this.tools.observer.failed('a completion could not be settled', error);
    }
  }
}
