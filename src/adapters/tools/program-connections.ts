import { abortable } from './abortable.ts';
import { isEnd, ToolProcessEnded, ToolProcessFailed } from './describe-failure.ts';
import { McpConnection, type NegotiationMode, type Sdk } from './mcp-connection.ts';
import { ProcessTransport, PROGRAM_LIMITS, type Program, type ProgramLimits } from './process-transport.ts';

const START_TIMEOUT_MS = 30_000;
const IDLE_MS = 10 * 60_000;
/** A program that ends by itself is started again only so often in the window. */
const MAX_STARTS = 5;
const START_WINDOW_MS = 10 * 60_000;

export interface ProgramConnectionsDeps {
  readonly programs: ReadonlyMap<string, Program>;
  readonly version: string;
  readonly now: () => number;
  readonly onToolsChanged: (serverId: string) => void;
  readonly log: (line: string) => void;
  readonly limits?: ProgramLimits;
}

interface Running {
  readonly opened: Promise<McpConnection>;
  idleTimer: NodeJS.Timeout | undefined;
}

/** Programs of this machine: each in one process, which all accounts share, started with the first call. */
export class ProgramConnections {
  private readonly running = new Map<string, Running>();
  private readonly starts = new Map<string, number[]>();

  constructor(private readonly deps: ProgramConnectionsDeps) {}

  /** The start goes on when `signal` aborts: the next one who asks finds it done. */
  async take(serverId: string, sdk: Sdk, signal: AbortSignal): Promise<McpConnection> {
    const program = this.deps.programs.get(serverId);
    if (!program) throw new ToolProcessFailed('program-removed');
    const running = this.running.get(serverId) ?? this.start(serverId, program, sdk);
    clearTimeout(running.idleTimer);
    const connection = await abortable(running.opened, signal);
    if (!connection.isClosed) return connection;
    this.running.delete(serverId);
    return this.take(serverId, sdk, signal);
  }

  release(serverId: string): void {
    const running = this.running.get(serverId);
    if (!running) return;
    clearTimeout(running.idleTimer);
    running.idleTimer = setTimeout(() => void this.endIdle(serverId, running), IDLE_MS);
    running.idleTimer.unref();
  }

  async close(): Promise<void> {
    const all = [...this.running.values()];
    this.running.clear();
    await Promise.all(
      all.map(async ({ opened, idleTimer }) => {
        clearTimeout(idleTimer);
        const connection = await opened.catch(() => undefined);
        await connection?.close();
      }),
    );
  }

  private start(serverId: string, program: Program, sdk: Sdk): Running {
    const now = this.deps.now();
    const recent = (this.starts.get(serverId) ?? []).filter((at) => now - at < START_WINDOW_MS);
    if (recent.length >= MAX_STARTS) throw new ToolProcessFailed('program-unstable');
    this.starts.set(serverId, [...recent, now]);
    const running: Running = { opened: this.open(serverId, program, sdk), idleTimer: undefined };
    this.running.set(serverId, running);
    running.opened.catch(() => {
      if (this.running.get(serverId) === running) this.running.delete(serverId);
    });
    return running;
  }

  /** A program that ends at the question for its newest revision is asked by the older way. */
  private async open(serverId: string, program: Program, sdk: Sdk): Promise<McpConnection> {
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    try {
      return await this.connect(serverId, program, sdk, { mode: 'auto', signal });
    } catch (error) {
      if (signal.aborted || isFinal(error)) throw error;
      return this.connect(serverId, program, sdk, { mode: 'legacy', signal });
    }
  }

  private async connect(
    serverId: string,
    program: Program,
    sdk: Sdk,
    { mode, signal }: { readonly mode: NegotiationMode; readonly signal: AbortSignal },
  ): Promise<McpConnection> {
    const { version, now, onToolsChanged, log, limits = PROGRAM_LIMITS } = this.deps;
    const connection = new McpConnection({ sdk, version, now, mode, onToolsChanged: () => onToolsChanged(serverId) });
    const transport = new ProcessTransport(sdk, program, log, limits);
    try {
      await connection.open(transport, signal);
      return connection;
    } catch (error) {
      await transport.close();
      throw isEnd(error, sdk) ? new ToolProcessEnded({ cause: error }) : error;
    }
  }

  private async endIdle(serverId: string, running: Running): Promise<void> {
    const connection = await running.opened.catch(() => undefined);
    if (connection?.isBusy === true) return this.release(serverId);
    if (this.running.get(serverId) === running) this.running.delete(serverId);
    await connection?.close();
  }
}

/** It was not started, so the older way would not help. */
const isFinal = (error: unknown): boolean => error instanceof ToolProcessFailed && !(error instanceof ToolProcessEnded);
