import { STEP_FAILURES } from '../../shared/step-texts.ts';
import type { ToolCall } from '../chat/models/ports.ts';
import type { AgentEvent } from '../chat/replies/ports/agents.ts';
import { parseJsonObject } from '../kernel/parse-json-object.ts';
import type { Clock } from '../kernel/ports.ts';
import { CallDialogue, type PendingCall, pendingCall, type Suspension, type ToolAnswer } from './call-dialogue.ts';
import { failureMessage } from './tool-failure.ts';
import { endStep, stepEvent } from './step.ts';
import { InvalidToolArguments, type Tool, type ToolRun } from './tool.ts';
import { mergeGenerators } from './merge-generators.ts';
import { CallTimeout, type WorkTime } from './work-time.ts';

export interface ToolCallResult extends ToolAnswer {
  readonly call: ToolCall;
  /** An unknown tool or invalid arguments. */
  readonly unusable: boolean;
}

type Result = Omit<ToolCallResult, 'call'>;

/** Limits per turn and per reply. */
const MAX_PARALLEL_CALLS = 6;
const MAX_CALLS = 24;
const MAX_RESULT_CHARACTERS = 60_000;
const CALL_TIMEOUT_MS = 25_000;

const LIMIT_REACHED = 'Not called: the limit of this reply is reached. Answer with what there is.';
const TOO_MANY_PARALLEL =
  `Not called: at most ${MAX_PARALLEL_CALLS} calls at once. ` + 'Call it again if it is still needed.';

const NO_OBJECT = 'Not called: its arguments were no JSON object. Call it again with one.';

/** Undefined for what is no JSON object: without what it says, a call could do more than was meant. */
const parseArguments = ({ arguments: text }: ToolCall): ToolRun['input'] | undefined =>
  text.trim() === '' ? {} : parseJsonObject(text);

/** What was used of the limits of the reply. */
export interface ToolCounters {
  calls: number;
  remainingCharacters: number;
}

export const newCounters = (): ToolCounters => ({ calls: 0, remainingCharacters: MAX_RESULT_CHARACTERS });

export interface ToolRunnerOptions {
  /** Of the step ids. */
  readonly prefix?: string;
  readonly maxCalls?: number | undefined;
  readonly counters?: ToolCounters;
  /** Undefined: no tool asks. */
  readonly suspension?: Suspension | undefined;
  /** Of the reply; it stands still while a call waits. */
  readonly workTime?: WorkTime;
}

/** Runs the requested tools in parallel, within the limits of one reply. A failing tool does not throw. */
export class ToolRunner {
  private readonly tools: ReadonlyMap<string, Tool>;
  private readonly counters: ToolCounters;
  private readonly prefix: string;
  /** Of the turn whose tools run. */
  private pending: readonly PendingCall[] = [];

  constructor(
    tools: readonly Tool[],
    private readonly clock: Clock,
    private readonly options: ToolRunnerOptions = {},
  ) {
    this.tools = new Map(tools.map((tool) => [tool.spec.name, tool]));
    this.prefix = options.prefix ?? 'step';
    this.counters = options.counters ?? newCounters();
  }

  get isExhausted(): boolean {
    return this.counters.calls >= (this.options.maxCalls ?? MAX_CALLS) || this.counters.remainingCharacters <= 0;
  }

  /** Yields events as they come; returns the results in the order of the calls. */
  execute(calls: readonly ToolCall[], signal: AbortSignal): AsyncGenerator<AgentEvent, ToolCallResult[]> {
    return this.run(calls.map(pendingCall), signal);
  }

  /** The same for calls that an earlier process began, of which some wait; they change as they go on. */
  async *run(pending: readonly PendingCall[], signal: AbortSignal): AsyncGenerator<AgentEvent, ToolCallResult[]> {
    this.pending = pending;
    const refused = pending.slice(MAX_PARALLEL_CALLS).map(refuse);
    this.reportRunning();
    const begun = pending.slice(0, MAX_PARALLEL_CALLS).map((each) => this.runPending(each, signal));
    const results = [...(yield* mergeGenerators(begun)), ...refused];
    return results.map((result) => ({ ...result, text: this.truncate(result.text) }));
  }

  private async *runPending(pending: PendingCall, signal: AbortSignal): AsyncGenerator<AgentEvent, ToolCallResult> {
    const { call, result: earlier } = pending;
    if (earlier) return { call, ...earlier };
    const result = yield* pending.phase === 'new' ? this.begin(pending, signal) : this.goOn(pending, signal);
    pending.result = result;
    pending.phase = 'done';
    this.reportRunning();
    const { suspension } = this.options;
    await suspension?.waits.save(suspension.run);
    return { call, ...result };
  }

  private async *begin(pending: PendingCall, signal: AbortSignal): AsyncGenerator<AgentEvent, Result> {
    if (this.isExhausted) return { text: LIMIT_REACHED, unusable: false };
    const tool = this.tools.get(pending.call.name);
    if (!tool) return { text: `There is no tool ${pending.call.name.slice(0, 64)}.`, unusable: true };
    this.counters.calls += 1;
    const input = parseArguments(pending.call);
    if (!input) return { text: NO_OBJECT, unusable: true };
    pending.phase = 'running';
    pending.identity = tool.identity ?? null;
    return yield* this.runTool(tool, { id: `${this.prefix}-${this.counters.calls}`, input }, pending, signal);
  }

  /** A call that had begun is not made again, unless it waits for a form. */
  private async *goOn(pending: PendingCall, signal: AbortSignal): AsyncGenerator<AgentEvent, Result> {
    const { step, call, phase } = pending;
    const tool = this.findSame(pending);
    const input = parseArguments(call);
    if (step && phase !== 'running' && tool && input)
      return yield* this.runTool(tool, { id: step.id, input }, pending, signal);
    const reason = phase === 'running' ? STEP_FAILURES.resultLost : STEP_FAILURES.toolChanged;
    if (step) yield endStep(step.question ? withdrawn(step) : step, 'failed', reason);
    return { text: phase === 'running' ? reason : `${reason} Call it again if it is still needed.`, unusable: false };
  }

  /** Undefined where another tool has its name by now. */
  private findSame({ call, identity }: PendingCall): Tool | undefined {
    const tool = this.tools.get(call.name);
    return (tool?.identity ?? null) === identity ? tool : undefined;
  }

  private async *runTool(
    tool: Tool,
    given: Pick<ToolRun, 'id' | 'input'>,
    pending: PendingCall,
    outer: AbortSignal,
  ): AsyncGenerator<AgentEvent, Result> {
    const timeout = new CallTimeout(this.clock, tool.timeoutMs ?? CALL_TIMEOUT_MS);
    const signal = AbortSignal.any([outer, timeout.signal]);
    const { suspension, workTime } = this.options;
    const dialogue = new CallDialogue(pending, suspension, workTime ? [timeout, workTime] : [timeout]);
    const run: ToolRun = { ...given, signal, dialogue };
    const step = pending.step ?? tool.startStep(run);
    if (pending.step === null) yield stepEvent(step);
    pending.step = step;
    try {
      const answer = yield* withAbort(tool.run(run, step), signal);
      return { ...(typeof answer === 'string' ? { text: answer } : answer), unusable: false };
    } catch (error) {
      outer.throwIfAborted();
      const reason = timeout.signal.aborted ? STEP_FAILURES.tookTooLong : failureMessage(error);
      yield endStep(pending.step, 'failed', reason);
      return { text: `The tool failed: ${reason}`, unusable: error instanceof InvalidToolArguments };
    } finally {
      timeout.end();
    }
  }

  private reportRunning(): void {
    this.options.suspension?.waits.setRunning(this.pending.filter(({ phase }) => phase !== 'done').length);
  }

  private truncate(text: string): string {
    const { counters } = this;
    const truncated =
      text.length > counters.remainingCharacters
        ? `${text.slice(0, Math.max(0, counters.remainingCharacters))}\n[cut here] DATA>>>`
        : text;
    counters.remainingCharacters -= truncated.length;
    return truncated;
  }
}

const refuse = (pending: PendingCall): ToolCallResult => {
  const result = { text: TOO_MANY_PARALLEL, unusable: false };
  pending.result = result;
  pending.phase = 'done';
  return { call: pending.call, ...result };
};

const withdrawn = (step: NonNullable<PendingCall['step']>) =>
  step.question?.outcome === null ? { ...step, question: { ...step.question, outcome: 'withdrawn' as const } } : step;

class ToolTimedOut extends Error {}

/** A tool that ignores its signal must not block the reply. */
async function* withAbort<T, R>(run: AsyncGenerator<T, R>, signal: AbortSignal): AsyncGenerator<T, R> {
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new ToolTimedOut());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  aborted.catch(() => undefined);
  for (;;) {
    const result = await Promise.race([run.next(), aborted]);
    if (result.done === true) return result.value;
    yield result.value;
  }
}
