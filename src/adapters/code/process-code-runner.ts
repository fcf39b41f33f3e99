import { type ChildProcess, spawn } from 'node:child_process';

import { type CodeProgram, type CodeResult, CodeRunner } from '../../domain/agents/ports.ts';
import { FairSemaphore, QueueFull } from '../../platform/semaphore.ts';
import { processEntryArgs } from '../../platform/worker-entry.ts';

export interface CodeLimits {
  /** From the start of the process until it is killed. */
  readonly timeoutMs: number;
  /** Concurrent programs; others wait. */
  readonly maxConcurrent: number;
}

const DEFAULT_LIMITS: CodeLimits = { timeoutMs: 3000, maxConcurrent: 2 };
const MAX_QUEUED = 200;
const MAX_QUEUED_PER_OWNER = 20;
const MAX_HEAP_MB = 64;
/** The program is interrupted this long before the kill, so that its output is returned. */
const GRACE_MS = 500;
const MAX_CODE_LENGTH = 100_000;
/** Output has at most 20 000 characters; in JSON each may take six bytes and more. */
const MAX_STDOUT_BYTES = 256 * 1024;

/**
 * JavaScript in a WebAssembly engine in a child process with an empty environment, killed at its deadline. All that
 * code can waste is its own three seconds.
 */
export class ProcessCodeRunner extends CodeRunner {
  private readonly semaphore: FairSemaphore;

  constructor(private readonly limits: CodeLimits = DEFAULT_LIMITS) {
    super();
    this.semaphore = new FairSemaphore({
      permits: limits.maxConcurrent,
      maxQueued: MAX_QUEUED,
      maxQueuedPerOwner: MAX_QUEUED_PER_OWNER,
    });
  }

  async run({ code, owner }: CodeProgram, signal: AbortSignal): Promise<CodeResult> {
    if (code.length > MAX_CODE_LENGTH) return failure('the program is too long');
    try {
      return await this.semaphore.run(owner, signal, () => this.runInProcess(code, signal));
    } catch (error) {
      if (error instanceof QueueFull) return failure('too many programs wait already');
      if (signal.aborted) return failure('the program was stopped');
      throw error;
    }
  }

  private runInProcess(code: string, signal: AbortSignal): Promise<CodeResult> {
    const child = spawnProcess(this.limits.timeoutMs);
    return new Promise((resolve) => {
      const stdout: Buffer[] = [];
      let size = 0;
      let failureReason = 'the program broke off: out of memory';
      const kill = (reason: string) => {
        failureReason = reason;
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => kill('the program ran too long'), this.limits.timeoutMs);
      const onAbort = () => kill('the program was stopped');
      signal.addEventListener('abort', onAbort, { once: true });
      child.stdout?.on('data', (chunk: Buffer) => {
        stdout.push(chunk);
        size += chunk.length;
        if (size > MAX_STDOUT_BYTES) kill('the program printed too much');
      });
      child.once('error', () => resolve(failure('the program could not be started')));
      child.once('close', (status) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        resolve(
          (status === 0 ? parseOutcome(Buffer.concat(stdout).toString('utf8')) : undefined) ?? failure(failureReason),
        );
      });
      child.stdin?.on('error', () => undefined); // it exited before it had read everything
      child.stdin?.end(code);
    });
  }
}

const spawnProcess = (ms: number): ChildProcess => {
  const program = processEntryArgs('code-process', import.meta.url);
  return spawn(
    process.execPath,
    [`--max-old-space-size=${MAX_HEAP_MB}`, ...program, String(Math.max(ms - GRACE_MS, ms / 2))],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true },
  );
};

const failure = (error: string): CodeResult => ({ output: '', error });

const parseOutcome = (text: string): CodeResult | undefined => {
  try {
    const stdout: unknown = JSON.parse(text);
    if (typeof stdout !== 'object' || stdout === null || !('output' in stdout) || typeof stdout.output !== 'string')
      return undefined;
    return {
      output: stdout.output,
      error: 'error' in stdout && typeof stdout.error === 'string' ? stdout.error : undefined,
    };
  } catch {
    return undefined;
  }
};
