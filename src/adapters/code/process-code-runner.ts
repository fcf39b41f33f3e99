import { type ChildProcess, spawn } from 'node:child_process';

import { type CodeOutcome, CodeRunner } from '../../domain/agents/ports.ts';
import { processBeside } from '../../beside.ts';

export interface CodeLimits {
  /** From the start of the process to its end by force. */
  readonly ms: number;
  /** Programs that run at once; further ones wait. */
  readonly atOnce: number;
}

const LIMITS: CodeLimits = { ms: 3000, atOnce: 2 };
const HEAP_MB = 64;
/** Before the process is killed, the program is asked to stop, so that what it printed is kept. */
const GRACE_MS = 500;
const MOST_CODE = 100_000;
/** What comes back is 20 000 letters at most; in JSON each may take six bytes and more. */
const MOST_BYTES = 256 * 1024;

/**
 * JavaScript in a WebAssembly engine in a process of its own, which knows no variable of ours and is killed at its
 * deadline, come what may. Nothing that the code does can be more than to waste its own three seconds.
 */
export class ProcessCodeRunner extends CodeRunner {
  private readonly limits: CodeLimits;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(limits: CodeLimits = LIMITS) {
    super();
    this.limits = limits;
  }

  async run(code: string, signal: AbortSignal): Promise<CodeOutcome> {
    if (code.length > MOST_CODE) return failed('the program is too long');
    if (this.running >= this.limits.atOnce) await new Promise<void>((resolve) => void this.waiting.push(resolve));
    else this.running += 1;
    try {
      return signal.aborted ? failed('the program was stopped') : await this.runInProcess(code, signal);
    } finally {
      const next = this.waiting.shift(); // takes over the place
      if (next) next();
      else this.running -= 1;
    }
  }

  private runInProcess(code: string, signal: AbortSignal): Promise<CodeOutcome> {
    const child = start(this.limits.ms);
    return new Promise((resolve) => {
      const said: Buffer[] = [];
      let size = 0;
      let why = 'the program broke off: out of memory';
      const kill = (reason: string) => {
        why = reason;
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => kill('the program ran too long'), this.limits.ms);
      const onAbort = () => kill('the program was stopped');
      signal.addEventListener('abort', onAbort, { once: true });
      child.stdout?.on('data', (chunk: Buffer) => {
        said.push(chunk);
        size += chunk.length;
        if (size > MOST_BYTES) kill('the program printed too much');
      });
      child.once('error', () => resolve(failed('the program could not be started')));
      child.once('close', (status) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        resolve((status === 0 ? outcomeOf(Buffer.concat(said).toString('utf8')) : undefined) ?? failed(why));
      });
      child.stdin?.on('error', () => undefined); // it ended before it had read all
      child.stdin?.end(code);
    });
  }
}

const start = (ms: number): ChildProcess => {
  const program = processBeside('code-process', import.meta.url);
  return spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, ...program, String(Math.max(ms - GRACE_MS, ms / 2))],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true },
  );
};

const failed = (error: string): CodeOutcome => ({ output: '', error });

const outcomeOf = (text: string): CodeOutcome | undefined => {
  try {
    const said: unknown = JSON.parse(text);
    if (typeof said !== 'object' || said === null || !('output' in said) || typeof said.output !== 'string')
      return undefined;
    return { output: said.output, error: 'error' in said && typeof said.error === 'string' ? said.error : undefined };
  } catch {
    return undefined;
  }
};
