import { getQuickJS, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten';

// The child process that runs code: code arrives on stdin, output and result leave on stdout.

const MAX_MEMORY_BYTES = 48 * 1024 * 1024;
const MAX_HEAP_BYTES = 32 * 1024 * 1024;
const MAX_STACK_BYTES = 48 * 1024;
const WASM_PAGE_BYTES = 64 * 1024;
const MAX_OUTPUT_LENGTH = 20_000;
/** Between two looks at the clock. */
const MAX_JOBS_AT_ONCE = 100;
/** When the program is interrupted, in milliseconds since this process began; the parent kills it soon after. */
const deadline = Number(process.argv[2]);
const isOver = (): boolean => performance.now() > deadline;
const TOO_LONG = 'the program ran too long';

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const isMemory = (value: unknown): value is Memory =>
  typeof value === 'object' && value !== null && 'grow' in value && 'buffer' in value;

/**
 * QuickJS's own limit counts only a part of its memory, so the WebAssembly memory has a ceiling too. The engine then
 * sees an ordinary out-of-memory error.
 */
const capMemory = (memory: unknown): void => {
  if (!isMemory(memory)) throw new Error('the engine shows no memory');
  const grow = memory.grow.bind(memory);
  const value = (pages: number): number => {
    if (memory.buffer.byteLength + pages * WASM_PAGE_BYTES > MAX_MEMORY_BYTES) throw new RangeError('out of memory');
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
    const left = MAX_OUTPUT_LENGTH - this.length;
    this.isFull = line.length >= left;
    this.parts.push(line.slice(0, left));
    this.length += line.length + 1;
  }

  get text(): string {
    return this.parts.join('\n') + (this.isFull ? '\n[more was printed]' : '');
  }
}

/** Formats a value like a console; inside the sandbox, so that no foreign object comes out. */
const FORMAT_VALUE = `(value) => {
  if (typeof value === 'string') return value;
  if (typeof value === 'function') return '[function ' + (value.name || 'anonymous') + ']';
  if (value instanceof Error) return String(value);
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'bigint') return value + 'n';
  if (typeof value !== 'object' || value === null) return String(value);
  const ancestors = [];
  let left = 0;
  function plain(key, one) {
    if (typeof one === 'bigint') return one + 'n';
    if (typeof one === 'function') return '[function]';
    const isText = typeof one === 'string';
    if (!isText && (typeof one !== 'object' || one === null)) return one;
    if (left < 0) return '[…]';
    left -= isText ? one.length + 1 : 1;
    if (isText) return one;
    while (ancestors.length > 0 && ancestors[ancestors.length - 1].shown !== this) ancestors.pop();
    if (ancestors.some((each) => each.one === one)) return '[again]';
    const shown = one instanceof Map ? { Map: [...one] } : one instanceof Set ? { Set: [...one] } : one;
    ancestors.push({ one, shown });
    return shown;
  }
  const write = (indent) => {
    ancestors.length = 0;
    left = ${MAX_OUTPUT_LENGTH};
    return JSON.stringify(value, plain, indent);
  };
  const line = write() ?? String(value);
  return line.length <= 100 ? line : write(2);
}`;

const run = async (code: string): Promise<{ output: string; error: string | undefined }> => {
  const quickjs = await getQuickJS();
  capMemory(quickjs.getWasmMemory());
  const runtime = quickjs.newRuntime({ memoryLimitBytes: MAX_HEAP_BYTES, maxStackSizeBytes: MAX_STACK_BYTES });
  runtime.setInterruptHandler(isOver);
  const context = runtime.newContext();
  const output = new Output();
  const formatFunction = context.unwrapResult(context.evalCode(FORMAT_VALUE));
  const format = (handle: QuickJSHandle): string => {
    const result = isOver() ? undefined : context.callFunction(formatFunction, context.undefined, handle);
    // An interrupt of the formatting is one of the program, which could print on and on otherwise.
    if (isOver() || !result) throw new Error('interrupted');
    return result.error ? '[not shown]' : context.getString(result.value);
  };
  provideConsole(context, (handles) => {
    if (!output.isFull) output.add(handles.map(format).join(' '));
  });
  try {
    const result = context.evalCode(code, 'program.js');
    if (result.error) return { output: output.text, error: formatError(context, result.error) };
    while (runtime.hasPendingJob()) {
      if (isOver()) return { output: output.text, error: TOO_LONG };
      const jobs = runtime.executePendingJobs(MAX_JOBS_AT_ONCE);
      if (jobs.error) return { output: output.text, error: formatError(context, jobs.error) };
    }
    return toOutcome(context, result.value, output, format);
  } catch (error) {
    return { output: output.text, error: isOver() ? TOO_LONG : formatBreakdown(error) };
  }
};

/** The engine itself failed: it ran out of stack or memory where the program cannot catch it. */
const formatBreakdown = (error: unknown): string =>
  error instanceof Error && /memory|stack|recursion/i.test(error.message)
    ? 'out of memory or too deep a recursion'
    : 'the program broke off';

/** Shows the last value unless undefined; a promise by its result. */
const toOutcome = (
  context: QuickJSContext,
  value: QuickJSHandle,
  output: Output,
  format: (handle: QuickJSHandle) => string,
) => {
  const state = context.getPromiseState(value);
  if (state.type === 'rejected') return { output: output.text, error: formatError(context, state.error) };
  const last = state.type === 'fulfilled' ? state.value : undefined;
  if (last && context.typeof(last) !== 'undefined') output.add(format(last));
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

const formatError = (context: QuickJSContext, handle: QuickJSHandle): string => {
  const value: unknown = context.dump(handle);
  if (typeof value !== 'object' || value === null || !('message' in value)) return String(value).slice(0, 500);
  if (value.message === 'interrupted') return TOO_LONG;
  const name = 'name' in value ? `${String(value.name)}: ` : '';
  const line = 'stack' in value ? /program\.js:(\d+)/.exec(String(value.stack))?.[1] : undefined;
  return `${name}${String(value.message)}`.slice(0, 500) + (line === undefined ? '' : ` (line ${line})`);
};

const stdinChunks: Buffer[] = [];
process.stdin.on('data', (chunk: Buffer) => void stdinChunks.push(chunk));
process.stdin.on('end', () => {
  run(Buffer.concat(stdinChunks).toString('utf8')).then(
    (outcome) => process.stdout.write(JSON.stringify(outcome), () => process.exit(0)),
    () => process.exit(1),
  );
});
