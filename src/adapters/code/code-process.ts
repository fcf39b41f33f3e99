import { getQuickJS, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten';

// The inside of a code process: code comes in by stdin, what it printed and returned goes out by stdout.

const MEMORY_BYTES = 48 * 1024 * 1024;
const HEAP_BYTES = 32 * 1024 * 1024;
const STACK_BYTES = 48 * 1024;
const PAGE_BYTES = 64 * 1024;
const MOST_OUTPUT = 20_000;
const MOST_JOBS = 100_000;
/** When the program is told to stop, in milliseconds since this process began; whoever started it kills it soon after. */
const deadline = Number(process.argv[2]);

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const isMemory = (value: unknown): value is Memory =>
  typeof value === 'object' && value !== null && 'grow' in value && 'buffer' in value;

/**
 * QuickJS's own limit counts only a part of what it takes, so the memory behind it gets a ceiling too. The engine is
 * then told like any program that memory is out.
 */
const capMemory = (memory: unknown): void => {
  if (!isMemory(memory)) throw new Error('the engine shows no memory');
  const grow = memory.grow.bind(memory);
  const value = (pages: number): number => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > MEMORY_BYTES) throw new RangeError('out of memory');
    return grow(pages);
  };
  Object.defineProperty(memory, 'grow', { value });
};

class Output {
  private readonly parts: string[] = [];
  private length = 0;
  isFull = false;

  add(line: string): void {
    if (this.isFull) return;
    const left = MOST_OUTPUT - this.length;
    this.isFull = line.length >= left;
    this.parts.push(line.slice(0, left));
    this.length += line.length + 1;
  }

  get text(): string {
    return this.parts.join('\n') + (this.isFull ? '\n[more was printed]' : '');
  }
}

/** A value as a console shows it; made inside the sandbox, so that no foreign object comes out. */
const SHOW = `(value) => {
  if (typeof value === 'string') return value;
  if (typeof value === 'function') return '[function ' + (value.name || 'anonymous') + ']';
  if (value instanceof Error) return String(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : typeof value === 'bigint' ? value + 'n' : String(value);
  let seen = [];
  const plain = (key, one) => {
    if (typeof one === 'bigint') return one + 'n';
    if (typeof one === 'function') return '[function]';
    if (typeof one !== 'object' || one === null) return one;
    if (seen.includes(one)) return '[again]';
    seen.push(one);
    if (one instanceof Map) return { Map: [...one] };
    if (one instanceof Set) return { Set: [...one] };
    return one;
  };
  const line = JSON.stringify(value, plain) ?? String(value);
  seen = [];
  return line.length <= 100 ? line : JSON.stringify(value, plain, 2);
}`;

const run = async (code: string): Promise<{ output: string; error: string | undefined }> => {
  const quickjs = await getQuickJS();
  capMemory(quickjs.getWasmMemory());
  const runtime = quickjs.newRuntime({ memoryLimitBytes: HEAP_BYTES, maxStackSizeBytes: STACK_BYTES });
  runtime.setInterruptHandler(() => performance.now() > deadline);
  const context = runtime.newContext();
  const output = new Output();
  const show = context.unwrapResult(context.evalCode(SHOW));
  const shown = (handle: QuickJSHandle): string => {
    const result = context.callFunction(show, context.undefined, handle);
    return result.error ? '[not shown]' : context.getString(result.value);
  };
  provideConsole(context, (handles) => output.add(handles.map(shown).join(' ')));
  try {
    const result = context.evalCode(code, 'program.js');
    if (result.error) return { output: output.text, error: told(context, result.error) };
    const jobs = runtime.executePendingJobs(MOST_JOBS);
    if (jobs.error) return { output: output.text, error: told(context, jobs.error) };
    return finished(context, result.value, output, shown);
  } catch (error) {
    // The engine itself gave up: its stack or memory ended where it cannot tell the program.
    return {
      output: output.text,
      error:
        error instanceof Error && /memory|stack|recursion/i.test(error.message)
          ? 'out of memory or too deep a recursion'
          : 'the program broke off',
    };
  }
};

/** The last value is shown unless it is nothing; a promise is shown as what it became. */
const finished = (
  context: QuickJSContext,
  value: QuickJSHandle,
  output: Output,
  shown: (handle: QuickJSHandle) => string,
) => {
  const state = context.getPromiseState(value);
  if (state.type === 'rejected') return { output: output.text, error: told(context, state.error) };
  const last = state.type === 'fulfilled' ? state.value : undefined;
  if (last && context.typeof(last) !== 'undefined') output.add(shown(last));
  return {
    output: output.text,
    error: state.type === 'pending' ? 'the program waits for something that never comes' : undefined,
  };
};

const provideConsole = (context: QuickJSContext, print: (handles: QuickJSHandle[]) => void): void => {
  const log = context.newFunction('log', (...handles) => print(handles));
  const made = context.newObject();
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) context.setProp(made, name, log);
  context.setProp(context.global, 'console', made);
};

const told = (context: QuickJSContext, handle: QuickJSHandle): string => {
  const said: unknown = context.dump(handle);
  if (typeof said !== 'object' || said === null || !('message' in said)) return String(said).slice(0, 500);
  if (said.message === 'interrupted') return 'the program ran too long';
  const name = 'name' in said ? `${String(said.name)}: ` : '';
  const line = 'stack' in said ? /program\.js:(\d+)/.exec(String(said.stack))?.[1] : undefined;
  return `${name}${String(said.message)}`.slice(0, 500) + (line === undefined ? '' : ` (line ${line})`);
};

const given: Buffer[] = [];
process.stdin.on('data', (chunk: Buffer) => void given.push(chunk));
process.stdin.on('end', () => {
  run(Buffer.concat(given).toString('utf8')).then(
    (outcome) => process.stdout.write(JSON.stringify(outcome), () => process.exit(0)),
    () => process.exit(1),
  );
});
