import { GuardedMcpFetch } from '../../../src/adapters/tools/guarded-mcp-fetch.ts';
import { McpToolConnections } from '../../../src/adapters/tools/mcp-tool-connections.ts';
import type { Program, ProgramLimits } from '../../../src/adapters/tools/process-transport.ts';
import type { FormContent, ServerTool, ToolCallEvent, ToolOutcome } from '../../../src/domain/tools/ports.ts';
import type { ToolServer } from '../../../src/domain/tools/servers/tool-server.ts';
import { PublicAddresses } from '../../../src/platform/public-addresses.ts';
import { aServerTool, aToolServer, InMemoryTools } from '../../fakes/tools.ts';
import { type McpServer, startMcpServer } from '../../vendors/mcp-server.ts';

const LOOPBACK = '127.0.0.0/8';
export const never = new AbortController().signal;
export const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

export const connections = ({
  allowed = [LOOPBACK],
  programs = new Map<string, Program>(),
  memory = new InMemoryTools(),
  programLimits = undefined as ProgramLimits | undefined,
} = {}) => {
  const log: string[] = [];
  const tools = new McpToolConnections({
    fetch: new GuardedMcpFetch(new PublicAddresses(allowed)),
    secrets: memory.secretStore,
    programs,
    site: { url: 'https://parley.example' },
    version: '1',
    clock: { now: () => performance.now() },
    log: (line) => log.push(line),
    ...(programLimits ? { programLimits } : {}),
  });
  opened.unshift(tools); // before the servers
  return { tools, memory, log };
};

export const started = async (revision?: Parameters<typeof startMcpServer>[0]): Promise<McpServer> => {
  const server = await startMcpServer(revision);
  opened.push(server);
  return server;
};

export const at = ({ url }: { url: string }, more: Partial<ToolServer> = {}) => ({
  server: aToolServer({ url, ...more }),
  uid: 'ann',
});

interface CallInput {
  readonly tool?: ServerTool;
  readonly arguments?: Record<string, unknown>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** All events and the outcome; forms are answered by `fill`. */
export const callAll = async (
  tools: McpToolConnections,
  target: ReturnType<typeof at>,
  { tool = aServerTool({ name: 'echo' }), arguments: values = {}, signal = never, timeoutMs = 20_000 }: CallInput = {},
  fill: (event: ToolCallEvent) => FormContent = () => undefined,
): Promise<{ events: ToolCallEvent[]; outcome: ToolOutcome }> => {
  const events: ToolCallEvent[] = [];
  const call = tools.call({ ...target, tool, arguments: values, signal, timeoutMs });
  let next = await call.next();
  while (next.done !== true) {
    events.push(next.value);
    next = await call.next(next.value.type === 'form' ? fill(next.value) : undefined);
  }
  return { events, outcome: next.value };
};
