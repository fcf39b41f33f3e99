import type { Step } from '../../shared/reply-details.ts';
import type { AgentEvent, GivenContent, NewQuestion, QuestionEnd, ReplyWaits } from '../chat/replies/ports/agents.ts';
import type { ToolCall } from '../chat/models/ports.ts';
import { stepEvent } from './step.ts';

export type Asked = Pick<NewQuestion, 'kind' | 'tool' | 'schema'> & { readonly message: string };

/** What a tool tells the model. */
export interface ToolAnswer {
  readonly text: string;
  /** Ids of files, for models that see. */
  readonly pictures?: readonly string[] | undefined;
}

/** A form that was filled in, or declined (null): the call may ask for it again after a change of the process. */
interface AnsweredForm {
  readonly key: string;
  readonly content: GivenContent | null;
}

/**
 * A call of the turn whose tools run, in a form that is stored while a call of the turn waits. `phase`: `asking` may it
 * be made; `form` the call has begun, and its server wants something to be filled in.
 */
export interface PendingCall {
  readonly call: ToolCall;
  phase: 'new' | 'running' | 'asking' | 'form' | 'done';
  step: Step | null;
  /** `Tool.identity`. */
  identity: string | null;
  /** The open one. */
  question: (Pick<NewQuestion, 'id' | 'expiresAt'> & { readonly key: string }) | null;
  /** The person allowed it; `arguments`: in place of those of the model. */
  approval: { readonly arguments: string | null } | null;
  forms: AnsweredForm[];
  result: (ToolAnswer & { readonly unusable: boolean }) | null;
}

export const pendingCall = (call: ToolCall): PendingCall => ({
  call,
  phase: 'new',
  step: null,
  identity: null,
  question: null,
  approval: null,
  forms: [],
  result: null,
});

/** How the run is stored while it waits. */
export interface Suspension {
  readonly waits: ReplyWaits;
  /** The state of the whole run at this moment, as JSON can store it. */
  readonly run: () => unknown;
}

interface Pausable {
  pause(): void;
  resume(): void;
}

interface Answer {
  readonly end: QuestionEnd;
  readonly step: Step;
}

/** Asks the person on behalf of a call. */
export class CallDialogue {
  private formsAsked = 0;

  constructor(
    private readonly pending: PendingCall,
    private readonly suspension: Suspension | undefined,
    /** What stands still while the call waits. */
    private readonly timers: readonly Pausable[],
  ) {}

  get approval(): PendingCall['approval'] {
    return this.pending.approval;
  }

  /** Throws `TooManyQuestions`, and the reason once the reply ends. */
  async *askApproval(asked: Asked, step: Step): AsyncGenerator<AgentEvent, Answer> {
    const answer = yield* this.ask(asked, step, (end) => {
      if (end.outcome === 'once' || end.outcome === 'chat')
        this.pending.approval = { arguments: end.answer?.arguments ?? null };
    });
    return answer;
  }

  /** What was filled in before the process changed counts. `end` null: it did. */
  async *askForm(asked: Asked, step: Step): AsyncGenerator<AgentEvent, { content: GivenContent | null; step: Step }> {
    const { forms } = this.pending;
    const earlier = forms[this.formsAsked];
    this.formsAsked += 1;
    if (earlier?.key === keyOf(asked)) return { content: earlier.content, step };
    forms.splice(this.formsAsked - 1);
    const answer = yield* this.ask(asked, step, ({ answer: given }) => {
      forms.push({ key: keyOf(asked), content: given?.content ?? null });
    });
    return { content: answer.end.answer?.content ?? null, step: answer.step };
  }

  /** `learn` notes the end in what is stored, before anything follows from it. */
  private async *ask(asked: Asked, step: Step, learn: (end: QuestionEnd) => void): AsyncGenerator<AgentEvent, Answer> {
    const { pending, suspension } = this;
    if (!suspension) throw new Error('This run cannot wait');
    for (const timer of this.timers) timer.pause();
    try {
      const question = yield* this.open(asked, step, suspension);
      const end = await question.end;
      learn(end);
      pending.phase = 'running';
      pending.question = null;
      pending.step = { ...step, state: 'running', question: { ...question.shown, outcome: end.outcome } };
      await suspension.waits.save(suspension.run);
      yield stepEvent(pending.step);
      return { end, step: pending.step };
    } finally {
      for (const timer of this.timers) timer.resume();
    }
  }

  private async *open({ message, ...asked }: Asked, step: Step, { waits, run }: Suspension) {
    const { pending } = this;
    const key = keyOf({ message, ...asked });
    const stored = pending.question?.key === key ? pending.question : undefined;
    const { id, expiresAt } = stored ?? waits.newQuestion();
    const { kind, schema } = asked;
    const shown = {
      ...{ id, kind, message, expiresAt: new Date(expiresAt).toISOString(), outcome: null },
      ...(schema !== null && { schema }),
    };
    pending.phase = kind === 'approval' ? 'asking' : 'form';
    pending.question = { id, expiresAt, key };
    pending.step = { ...step, state: 'waiting', question: shown };
    const end = stored ? waits.rejoin(stored) : (await waits.ask({ ...asked, id, expiresAt }, run)).end;
    end.catch(() => undefined); // the run may have been left by then
    yield stepEvent(pending.step);
    return { end, shown };
  }
}

const keyOf = ({ kind, message, schema }: Asked): string => JSON.stringify([kind, message, schema]);
