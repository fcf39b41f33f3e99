import type { AgentEvent, AgentTask, ModelMessage, ModelRequest } from '../chat/ports.ts';
import { ModelFault } from '../chat/errors.ts';
import type { Clock } from '../kernel/ports.ts';
import { ANSWER, CLOSE } from './agent-prompts.ts';
import { type Called, CallTools } from './call-tools.ts';
import { note } from './step.ts';
import { inPlainText } from './text-protocol.ts';
import type { Tool } from './tool.ts';
import { Turn } from './turn.ts';

/** How long a reply may go on calling tools. */
const TOTAL_MS = 240_000;
/** What a reply may cost: with more than these tokens, in and out, no further round begins. */
const MOST_TOKENS = 200_000;

export interface Loop {
  readonly task: Pick<AgentTask, 'ask' | 'tokens' | 'signal' | 'request'>;
  /** The conversation with the agent's instruction. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly Tool[];
  readonly iterations: number;
  /** The first turn has to call a tool; when it calls none, or its calls fail for how they are written, this brings something all the same. */
  readonly mustCall?: (() => AsyncGenerator<AgentEvent, ModelMessage[]>) | undefined;
}

/** Where one reply stands. */
interface State {
  readonly loop: Loop;
  readonly calling: CallTools;
  readonly startedAt: number;
  messages: readonly ModelMessage[];
  calls: number;
  /** Something was told as answer. */
  answered: boolean;
}

/**
 * Lets a model work with tools until it answers: each round is one call of the model and then all tools that it wished
 * for, at the same time. A limit of rounds, calls, text, tokens or time ends it with a note and an answer from what is there.
 */
export class AgentLoop {
  private readonly clock: Clock;
  /** Models whose provider takes no tools: they are asked in plain text. Shared by all replies of the process. */
  private readonly plainModels = new Set<string>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Throws `ModelFault`; ends in silence once the signal aborts. */
  async *run(loop: Loop): AsyncGenerator<AgentEvent, void> {
    const calling = new CallTools(loop.tools, this.clock);
    const state: State = {
      loop,
      calling,
      startedAt: this.clock.now(),
      messages: loop.messages,
      calls: 0,
      answered: false,
    };
    for (let round = 1; round < loop.iterations; round += 1) {
      const turn = yield* this.turn(state, { tools: loop.tools, first: round === 1 });
      if (loop.task.signal.aborted) return;
      if (turn.cut) return yield { type: 'cut' };
      if (turn.calls.length > 0) yield* this.call(state, turn, round);
      else if (state.answered) return;
      else if (round === 1 && loop.mustCall) state.messages = yield* loop.mustCall();
      else return yield* this.close(state, ANSWER);
      const limit = this.limitOf(state);
      if (limit !== undefined) return yield* this.end(state, limit);
    }
    yield* loop.iterations > 1
      ? this.end(state, `All ${loop.iterations} rounds are used`)
      : this.close(state, undefined);
  }

  private limitOf({ calling, startedAt, loop }: State): string | undefined {
    if (calling.spent) return 'The limit of tool calls is reached';
    if (loop.task.tokens() > MOST_TOKENS) return 'The tokens for one reply are used';
    return this.clock.now() - startedAt > TOTAL_MS ? 'The time for research is over' : undefined;
  }

  private async *end(state: State, why: string): AsyncGenerator<AgentEvent, void> {
    yield note('limit', 'Ending here', `${why}. The answer comes from what was found so far.`);
    yield* this.close(state, CLOSE);
  }

  /** One last turn without tools. */
  private async *close(state: State, order: string | undefined): AsyncGenerator<AgentEvent, void> {
    if (order !== undefined) state.messages = [...state.messages, { role: 'user', content: order }];
    const turn = yield* this.turn(state, { tools: [], first: false });
    if (turn.cut) yield { type: 'cut' };
    else if (!state.answered && !state.loop.task.signal.aborted) yield { type: 'text', text: NOTHING };
  }

  private async *call(state: State, turn: Turn, round: number): AsyncGenerator<AgentEvent, void> {
    const { calls, said } = turn;
    const brought: Called[] = yield* state.calling.execute(calls, state.loop.task.signal);
    const results = brought.map(({ call, text }): ModelMessage => ({ role: 'tool', callId: call.id, content: text }));
    state.calls += calls.length;
    state.messages = [...state.messages, { role: 'assistant', content: said, toolCalls: calls }, ...results];
    const { mustCall } = state.loop;
    if (round === 1 && mustCall && brought.every(({ unusable }) => unusable)) state.messages = yield* mustCall();
  }

  private async *turn(
    state: State,
    given: { tools: readonly Tool[]; first: boolean },
  ): AsyncGenerator<AgentEvent, Turn> {
    const { model } = state.loop.task.request;
    if (given.tools.length === 0 || this.plainModels.has(model))
      return yield* this.hear(state, given, this.plainModels.has(model));
    try {
      return yield* this.hear(state, given, false);
    } catch (error) {
      if (!(error instanceof ModelFault) || !error.requestRefused || state.calls > 0) throw error;
      const turn = yield* this.hear(state, given, true);
      this.plainModels.add(model);
      return turn;
    }
  }

  /** `plain`: tools are told and called as text. */
  private async *hear(
    state: State,
    { tools, first }: { tools: readonly Tool[]; first: boolean },
    plain: boolean,
  ): AsyncGenerator<AgentEvent, Turn> {
    const { task, mustCall } = state.loop;
    const forced = first && mustCall !== undefined;
    const turn = new Turn({
      mayCall: tools.length > 0,
      mustCall: forced,
      plain: plain || tools.length === 0,
      known: state.calls,
      after: state.answered,
    });
    for await (const event of task.ask(requestFor(task.request, state.messages, { tools, forced, plain })))
      yield* turn.hear(event);
    yield* turn.end();
    state.answered ||= turn.answered;
    return turn;
  }
}

const NOTHING = 'No answer could be found.';

const requestFor = (
  base: Loop['task']['request'],
  messages: readonly ModelMessage[],
  { tools, forced, plain }: { tools: readonly Tool[]; forced: boolean; plain: boolean },
): ModelRequest => {
  const specs = tools.map(({ spec }) => spec);
  if (plain || specs.length === 0) return { ...base, messages: inPlainText(messages, specs) };
  return { ...base, messages, tools: specs, toolChoice: forced ? 'required' : 'auto', parallelToolCalls: true };
};
