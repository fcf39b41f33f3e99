import { isRecord } from '../../../shared/schema.ts';
import type { SpecificAgentType } from '../../../shared/agent-types.ts';
import type { ConnectedTask } from '../../chat/replies/ports/agents.ts';
import type { AgentLoopInput, StoredLoop } from '../agent-loop.ts';
import type { SourceRegistry, StoredSources } from '../source-registry.ts';
import type { Tool } from '../tool.ts';
import type { ListedTools } from './list-connected-tools.ts';

/** What is stored of a run that waits; `agent` null: the model answers with the tools of servers alone. */
interface StoredRun {
  readonly agent: SpecificAgentType | null;
  readonly sources: StoredSources;
  readonly loop: StoredLoop;
}

export interface ConnectedRun {
  readonly tools: readonly Tool[];
  /** Of an earlier process. */
  readonly resumed: StoredRun | undefined;
  loopOptions(agent: SpecificAgentType | null): Pick<AgentLoopInput, 'maxCalls' | 'suspend' | 'resumed'>;
}

export const NOT_CONNECTED: ConnectedRun = { tools: [], resumed: undefined, loopOptions: () => ({}) };

/** A run with the tools of servers: it can be stored while it waits for its person. */
export const connectedRun = (
  { waits, resumed: stored }: ConnectedTask,
  { tools, maxCalls }: ListedTools,
  sources: SourceRegistry,
): ConnectedRun => {
  const resumed = isStoredRun(stored) ? stored : undefined;
  if (resumed) sources.restore(resumed.sources);
  const loopOptions: ConnectedRun['loopOptions'] = (agent) => ({
    maxCalls,
    suspend: (loop) => ({ waits, run: (): StoredRun => ({ agent, sources: sources.stored, loop: loop() }) }),
    resumed: resumed?.loop,
  });
  return { tools, resumed, loopOptions };
};

/** Written by the same version of this server (`WaitingState`). */
const isStoredRun = (value: unknown): value is StoredRun => isRecord(value) && isRecord(value['loop']);
