import type { ModelEvent } from '../chat/models/ports.ts';
import type { AgentEvent } from '../chat/replies/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import { PageUnavailable, PageNotAllowed, SearchFailed } from './errors.ts';
import { endStep, stepEvent } from './step.ts';
import { InvalidToolArguments, type Tool, type ToolRun } from './tool.ts';
import { mergeGenerators } from './merge-generators.ts';

export type ToolCall = Omit<Extract<ModelEvent, { type: 'tool-call' }>, 'type'>;

export interface ToolCallResult {
  readonly call: ToolCall;
  readonly text: string;
  /** An unknown tool or invalid arguments. */
  readonly unusable: boolean;
}

/** Limits per turn and per reply. */
const MAX_PARALLEL_CALLS = 6;
const MAX_CALLS = 24;
const MAX_RESULT_CHARACTERS = 60_000;
const CALL_TIMEOUT_MS = 25_000;

const LIMIT_REACHED = 'Not called: the limit of this reply is reached. Answer with what there is.';
const TOO_MANY_PARALLEL = `Not called: at most ${MAX_PARALLEL_CALLS} calls at once. Call it again if it is still needed.`;

/** Runs the requested tools in parallel, within the limits of one reply. A failing tool does not throw. */
export class ToolRunner {
  private readonly tools: ReadonlyMap<string, Tool>;
  private readonly prefix: string;
  private calls = 0;
  private remainingCharacters = MAX_RESULT_CHARACTERS;

  /** `prefix`: of the step ids. */
  constructor(
    tools: readonly Tool[],
    private readonly clock: Clock,
    prefix = 'step',
  ) {
    this.tools = new Map(tools.map((tool) => [tool.spec.name, tool]));
    this.prefix = prefix;
  }

  get isExhausted(): boolean {
    return this.calls >= MAX_CALLS || this.remainingCharacters <= 0;
  }

  /** Yields events as they come; returns the results in the order of the calls. */
  async *execute(calls: readonly ToolCall[], signal: AbortSignal): AsyncGenerator<AgentEvent, ToolCallResult[]> {
    const results = yield* mergeGenerators(calls.map((call, index) => this.runCall(call, index, signal)));
    return results.map((result) => ({ ...result, text: this.truncate(result.text) }));
  }

  private async *runCall(
    call: ToolCall,
    index: number,
    signal: AbortSignal,
  ): AsyncGenerator<AgentEvent, ToolCallResult> {
    if (index >= MAX_PARALLEL_CALLS) return { call, text: TOO_MANY_PARALLEL, unusable: false };
    if (this.isExhausted) return { call, text: LIMIT_REACHED, unusable: false };
    const tool = this.tools.get(call.name);
    if (!tool) return { call, text: `There is no tool ${call.name.slice(0, 64)}.`, unusable: true };
    this.calls += 1;
    return { call, ...(yield* this.runTool(tool, `${this.prefix}-${this.calls}`, call, signal)) };
  }

  private async *runTool(
    tool: Tool,
    id: string,
    call: ToolCall,
    outer: AbortSignal,
  ): AsyncGenerator<AgentEvent, Pick<ToolCallResult, 'text' | 'unusable'>> {
    const timeout = new AbortController();
    const done = new AbortController();
    void this.clock.sleep(CALL_TIMEOUT_MS, done.signal).then(() => timeout.abort());
    const signal = AbortSignal.any([outer, timeout.signal]);
    const run: ToolRun = { id, input: parseArguments(call.arguments), signal };
    const step = tool.startStep(run);
    yield stepEvent(step);
    try {
      return { text: yield* withAbort(tool.run(run, step), signal), unusable: false };
    } catch (error) {
      outer.throwIfAborted();
      const reason = failureMessage(error);
      yield endStep(step, 'failed', reason);
      return { text: `The tool failed: ${reason}`, unusable: error instanceof InvalidToolArguments };
    } finally {
      done.abort();
    }
  }

  private truncate(text: string): string {
    const truncated =
      text.length > this.remainingCharacters
        ? `${text.slice(0, Math.max(0, this.remainingCharacters))}\n[cut here] DATA>>>`
        : text;
    this.remainingCharacters -= truncated.length;
    return truncated;
  }
}

/** Arguments from models are not always JSON, and not always an object. */
const parseArguments = (text: string): ToolRun['input'] => {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
};

const failureMessage = (error: unknown): string => {
  if (error instanceof SearchFailed) return 'The search did not answer.';
  const isExpected =
    error instanceof PageUnavailable ||
    error instanceof PageNotAllowed ||
    error instanceof InvalidToolArguments ||
    error instanceof ToolTimedOut;
  return isExpected ? error.message : 'The tool did not work.';
};

class ToolTimedOut extends Error {}

/** A tool that ignores its signal must not block the reply. */
async function* withAbort<T, R>(run: AsyncGenerator<T, R>, signal: AbortSignal): AsyncGenerator<T, R> {
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new ToolTimedOut('It took too long.'));
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
