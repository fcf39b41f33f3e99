import type { ModelMessage, ModelRequest } from '../chat/models/ports.ts';
import type { AgentEvent, AgentTask } from '../chat/replies/ports/agents.ts';
import { ModelError } from '../chat/errors.ts';
import type { Clock } from '../kernel/ports.ts';
import { ANSWER_NOW_PROMPT, FINAL_ANSWER_PROMPT } from './agent-prompts.ts';
import { type PendingCall, pendingCall, type Suspension } from './call-dialogue.ts';
import { newCounters, type ToolCallResult, type ToolCounters, ToolRunner } from './tool-runner.ts';
import { noteStep } from './step.ts';
import { toTextProtocol } from './text-tool-protocol.ts';
import type { Tool } from './tool.ts';
import { ModelTurn } from './model-turn.ts';
import { WorkTime } from './work-time.ts';
import { STEP_TEXTS } from '../../shared/step-texts.ts';

/** For all rounds of one reply, without the time of waiting for its person. */
const LOOP_TIMEOUT_MS = 240_000;
/** Input and output tokens of one reply; beyond, no further round starts. */
const MAX_TOKENS = 200_000;

export interface AgentLoopInput {
  readonly task: Pick<AgentTask, 'callModel' | 'tokens' | 'signal' | 'request'>;
  /** The conversation with the agent's prompt. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly Tool[];
  readonly iterations: number;
  /** Of all tools. Default: that of the runner. */
  readonly maxCalls?: number | undefined;
  /** Only where tools may ask the person: how the run is stored, of which the loop is a part. */
  readonly suspend?: ((loop: () => StoredLoop) => Suspension) | undefined;
  /** What an earlier process stored. */
  readonly resumed?: StoredLoop | undefined;
  /** The first turn must call a tool; this runs when it calls none, or only with invalid arguments. */
  readonly requiredCallFallback?: (() => AsyncGenerator<AgentEvent, ModelMessage[]>) | undefined;
}

/** The state of a loop that waits in a turn. */
export interface StoredLoop {
  readonly round: number;
  readonly messages: readonly ModelMessage[];
  readonly callCount: number;
  readonly hasAnswered: boolean;
  readonly workedMs: number;
  readonly counters: ToolCounters;
  /** The model has no native tool calls. */
  readonly asText: boolean;
  readonly turn: PendingTurn;
}

/** A turn whose tools run. */
interface PendingTurn {
  readonly content: string;
  readonly thoughts: string;
  readonly calls: readonly PendingCall[];
}

interface LoopState {
  readonly loop: AgentLoopInput;
  readonly toolRunner: ToolRunner;
  readonly workTime: WorkTime;
  round: number;
  messages: readonly ModelMessage[];
  callCount: number;
  /** Some of the answer was sent. */
  hasAnswered: boolean;
  turn: PendingTurn;
}

const NO_TURN: PendingTurn = { content: '', thoughts: '', calls: [] };

const unbegun = ({ messages }: AgentLoopInput): StoredLoop => ({
  round: 0,
  messages,
  callCount: 0,
  hasAnswered: false,
  workedMs: 0,
  counters: newCounters(),
  asText: false,
  turn: NO_TURN,
});

/**
 * Runs a model with tools until it answers. A round is one model call and then all requested tools in parallel. A limit
 * of rounds, calls, text, tokens or time ends the loop with a note and an answer from the results so far.
 */
export class AgentLoop {
  /** Models without native tool calls: tools are described in the prompt. Shared by all replies of the process. */
  private readonly modelsWithoutTools = new Set<string>();

  constructor(private readonly clock: Clock) {}

  /** Throws `ModelError`; ends silently once the signal aborts. */
  async *run(loop: AgentLoopInput): AsyncGenerator<AgentEvent, void> {
    const state = this.begin(loop);
    if (loop.resumed && (yield* this.finishTurn(state, loop.resumed.turn))) return;
    while (state.round + 1 < loop.iterations) {
      state.round += 1;
      if (yield* this.runRound(state)) return;
    }
    yield* loop.iterations > 1
      ? this.endAtLimit(state, `All ${loop.iterations} rounds are used`)
      : this.answerWithoutTools(state, undefined);
  }

  private begin(loop: AgentLoopInput): LoopState {
    const { tools, maxCalls, task } = loop;
    const { round, messages, callCount, hasAnswered, workedMs, counters, asText } = loop.resumed ?? unbegun(loop);
    if (asText) this.modelsWithoutTools.add(task.request.model);
    const workTime = new WorkTime(this.clock, workedMs);
    const suspension = loop.suspend?.(() => this.stored(state, counters));
    const toolRunner = new ToolRunner(tools, this.clock, { maxCalls, counters, suspension, workTime });
    const state: LoopState = { loop, toolRunner, workTime, round, messages, callCount, hasAnswered, turn: NO_TURN };
    return state;
  }

  /** True: the loop is over. */
  private async *runRound(state: LoopState): AsyncGenerator<AgentEvent, boolean> {
    const { loop, round } = state;
    const turn = yield* this.runTurn(state, { tools: loop.tools, first: round === 1 });
    if (loop.task.signal.aborted) return true;
    if (turn.cut) yield { type: 'cut', reason: turn.cut };
    else if (turn.calls.length > 0)
      return yield* this.finishTurn(state, {
        content: turn.content,
        thoughts: turn.thoughts,
        calls: turn.calls.map(pendingCall),
      });
    else if (round === 1 && loop.requiredCallFallback && !state.hasAnswered) {
      state.messages = yield* loop.requiredCallFallback();
      return yield* this.endsAtLimit(state);
    } else if (!state.hasAnswered) yield* this.answerWithoutTools(state, ANSWER_NOW_PROMPT);
    return true;
  }

  /** True: the loop is over. */
  private async *finishTurn(state: LoopState, turn: PendingTurn): AsyncGenerator<AgentEvent, boolean> {
    yield* this.runToolCalls(state, turn);
    return yield* this.endsAtLimit(state);
  }

  private async *endsAtLimit(state: LoopState): AsyncGenerator<AgentEvent, boolean> {
    const limit = this.reachedLimit(state);
    if (limit !== undefined) yield* this.endAtLimit(state, limit);
    return limit !== undefined;
  }

  private stored({ round, messages, callCount, hasAnswered, workTime, turn, loop }: LoopState, counters: ToolCounters) {
    const asText = this.modelsWithoutTools.has(loop.task.request.model);
    return { round, messages, callCount, hasAnswered, workedMs: workTime.ms, counters, asText, turn };
  }

  private reachedLimit({ toolRunner, workTime, loop }: LoopState): string | undefined {
    if (toolRunner.isExhausted) return STEP_TEXTS.callsUsed;
    if (loop.task.tokens() > MAX_TOKENS) return STEP_TEXTS.tokensUsed;
    return workTime.ms > LOOP_TIMEOUT_MS ? STEP_TEXTS.timeUsed : undefined;
  }

  private async *endAtLimit(state: LoopState, reason: string): AsyncGenerator<AgentEvent, void> {
    yield noteStep('limit', STEP_TEXTS.endingHere, reason);
    yield* this.answerWithoutTools(state, FINAL_ANSWER_PROMPT);
  }

  private async *answerWithoutTools(
    state: LoopState,
    instruction: string | undefined,
  ): AsyncGenerator<AgentEvent, void> {
    if (instruction !== undefined) state.messages = [...state.messages, { role: 'user', content: instruction }];
    const turn = yield* this.runTurn(state, { tools: [], first: false });
    if (turn.cut) yield { type: 'cut', reason: turn.cut };
    else if (!state.hasAnswered && !state.loop.task.signal.aborted)
      yield { type: 'text', text: turn.thoughts.trim() || NO_ANSWER };
  }

  private async *runToolCalls(state: LoopState, turn: PendingTurn): AsyncGenerator<AgentEvent, void> {
    state.turn = turn;
    const { content, thoughts } = turn;
    const calls = turn.calls.map(({ call }) => call);
    const results: ToolCallResult[] = yield* state.toolRunner.run(turn.calls, state.loop.task.signal);
    state.turn = NO_TURN;
    state.callCount += calls.length;
    const toolMessages = results.map(toMessage);
    state.messages = [...state.messages, { role: 'assistant', content, thoughts, toolCalls: calls }, ...toolMessages];
    const { requiredCallFallback } = state.loop;
    if (state.round === 1 && requiredCallFallback && results.every(({ unusable }) => unusable))
      state.messages = yield* requiredCallFallback();
  }

  private async *runTurn(
    state: LoopState,
    options: { tools: readonly Tool[]; first: boolean },
  ): AsyncGenerator<AgentEvent, ModelTurn> {
    const { model } = state.loop.task.request;
    if (options.tools.length === 0 || this.modelsWithoutTools.has(model))
      return yield* this.runModelTurn(state, options, this.modelsWithoutTools.has(model));
    try {
      return yield* this.runModelTurn(state, options, false);
    } catch (error) {
      if (!(error instanceof ModelError) || !error.requestRefused || state.callCount > 0) throw error;
      const turn = yield* this.runModelTurn(state, options, true);
      this.modelsWithoutTools.add(model);
      return turn;
    }
  }

  /** `asText`: tools are described and called as text. */
  private async *runModelTurn(
    state: LoopState,
    { tools, first }: { tools: readonly Tool[]; first: boolean },
    asText: boolean,
  ): AsyncGenerator<AgentEvent, ModelTurn> {
    const { task, requiredCallFallback } = state.loop;
    const mustCallTool = first && requiredCallFallback !== undefined;
    const turn = new ModelTurn({
      canCallTools: tools.length > 0,
      mustCallTool,
      asText: asText || tools.length === 0,
      previousCalls: state.callCount,
      hasEarlierAnswer: state.hasAnswered,
    });
    const request = requestFor(task.request, state.messages, { tools, mustCallTool, asText });
    for await (const event of task.callModel(request)) yield* turn.consume(event);
    yield* turn.end();
    state.hasAnswered ||= turn.hasAnswered;
    return turn;
  }
}

const toMessage = ({ call, text, pictures }: ToolCallResult): ModelMessage => ({
  role: 'tool',
  callId: call.id,
  content: text,
  ...(pictures && pictures.length > 0 && { pictures }),
});

const NO_ANSWER = 'No answer could be found.';

const requestFor = (
  base: AgentLoopInput['task']['request'],
  messages: readonly ModelMessage[],
  { tools, mustCallTool, asText }: { tools: readonly Tool[]; mustCallTool: boolean; asText: boolean },
): ModelRequest => {
  const specs = tools.map(({ spec }) => spec);
  if (asText || specs.length === 0) return { ...base, messages: toTextProtocol(messages, specs) };
  return { ...base, messages, tools: specs, toolChoice: mustCallTool ? 'required' : 'auto', parallelToolCalls: true };
};
