import type { AgentEvent, ModelEvent } from '../chat/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import { PageFailed, PageRefused, SearchFailed } from './errors.ts';
import { ended, told } from './step.ts';
import { BadArguments, type Tool, type ToolRun } from './tool.ts';
import { together } from './together.ts';

export type ToolCall = Omit<Extract<ModelEvent, { type: 'tool-call' }>, 'type'>;

/** What one call brought, for the model. */
export interface Called {
  readonly call: ToolCall;
  readonly text: string;
  /** The model asked for what no tool can do: an unknown name, arguments that do not fit. */
  readonly unusable: boolean;
}

/** Calls that run at the same time, and calls and characters in one reply. */
const AT_ONCE = 6;
const MOST_CALLS = 24;
const MOST_TEXT = 60_000;
/** How long one call may take. */
const CALL_MS = 25_000;

const SPENT = 'Not called: the limit of this reply is reached. Answer with what there is.';
const TOO_MANY = `Not called: at most ${AT_ONCE} calls at once. Call it again if it is still needed.`;

/** Runs the tools that a model wishes for, at the same time and within the limits of one reply. Never throws for a tool. */
export class CallTools {
  private readonly tools: ReadonlyMap<string, Tool>;
  private readonly clock: Clock;
  private readonly prefix: string;
  private calls = 0;
  private room = MOST_TEXT;

  /** `prefix` begins the ids of its steps. */
  constructor(tools: readonly Tool[], clock: Clock, prefix = 'step') {
    this.tools = new Map(tools.map((tool) => [tool.spec.name, tool]));
    this.clock = clock;
    this.prefix = prefix;
  }

  /** No call is left, or no room for what one would bring. */
  get spent(): boolean {
    return this.calls >= MOST_CALLS || this.room <= 0;
  }

  /** Tells what comes; answers what each call brought, in the order of the calls. */
  async *execute(calls: readonly ToolCall[], signal: AbortSignal): AsyncGenerator<AgentEvent, Called[]> {
    const brought = yield* together(calls.map((call, index) => this.one(call, index, signal)));
    return brought.map((called) => ({ ...called, text: this.fit(called.text) }));
  }

  private async *one(call: ToolCall, index: number, signal: AbortSignal): AsyncGenerator<AgentEvent, Called> {
    if (index >= AT_ONCE) return { call, text: TOO_MANY, unusable: false };
    if (this.spent) return { call, text: SPENT, unusable: false };
    const tool = this.tools.get(call.name);
    if (!tool) return { call, text: `There is no tool ${call.name.slice(0, 64)}.`, unusable: true };
    this.calls += 1;
    return { call, ...(yield* this.run(tool, `${this.prefix}-${this.calls}`, call, signal)) };
  }

  private async *run(
    tool: Tool,
    id: string,
    call: ToolCall,
    outer: AbortSignal,
  ): AsyncGenerator<AgentEvent, Pick<Called, 'text' | 'unusable'>> {
    const late = new AbortController();
    const over = new AbortController();
    void this.clock.sleep(CALL_MS, over.signal).then(() => late.abort());
    const run: ToolRun = { id, input: inputOf(call.arguments), signal: AbortSignal.any([outer, late.signal]) };
    const step = tool.begin(run);
    yield told(step);
    try {
      return { text: yield* until(tool.run(run, step), run.signal), unusable: false };
    } catch (error) {
      outer.throwIfAborted();
      const why = reasonOf(error);
      yield ended(step, 'failed', why);
      return { text: `The tool failed: ${why}`, unusable: error instanceof BadArguments };
    } finally {
      over.abort();
    }
  }

  private fit(text: string): string {
    const kept = text.length > this.room ? `${text.slice(0, Math.max(0, this.room))}\n[cut here] DATA>>>` : text;
    this.room -= kept.length;
    return kept;
  }
}

/** What models write as arguments is not always JSON, and not always an object. */
const inputOf = (text: string): ToolRun['input'] => {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
};

const reasonOf = (error: unknown): string => {
  if (error instanceof SearchFailed) return 'The search did not answer.';
  const known =
    error instanceof PageFailed ||
    error instanceof PageRefused ||
    error instanceof BadArguments ||
    error instanceof TookTooLong;
  return known ? error.message : 'The tool did not work.';
};

class TookTooLong extends Error {}

/** A tool that does not heed its signal must not hold up the reply. */
async function* until<T, R>(run: AsyncGenerator<T, R>, signal: AbortSignal): AsyncGenerator<T, R> {
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new TookTooLong('It took too long.'));
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
