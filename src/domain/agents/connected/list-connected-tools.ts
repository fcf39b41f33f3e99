import type { ToolSettings } from '../../../shared/settings/tools.ts';
import type { ConnectedTask } from '../../chat/replies/ports/agents.ts';
import type { Settings } from '../../kernel/ports.ts';
import type { Tool } from '../tool.ts';
import { ConnectedTool, type ConnectedToolDeps } from './connected-tool.ts';
import { Progress } from './progress.ts';
import { nameTools } from './tool-names.ts';

export interface ListConnectedToolsDeps extends ConnectedToolDeps {
  readonly settings: Settings<ToolSettings>;
}

export interface ListedTools {
  readonly tools: readonly Tool[];
  /** Per reply; all tools count. */
  readonly maxCalls: number | undefined;
}

/** The tools of a reply's servers, as the agent loop runs them. */
export class ListConnectedTools {
  constructor(private readonly deps: ListConnectedToolsDeps) {}

  async execute(task: ConnectedTask): Promise<ListedTools> {
    const { enabled, maxCalls, callTimeoutSeconds } = await this.deps.settings.current();
    if (!enabled) return { tools: [], maxCalls: undefined };
    const progress = new Progress(this.deps.clock);
    const usable = await this.deps.tools.listUsable(task.requester, task.servers);
    const tools = nameTools(usable).map(
      (named) => new ConnectedTool(named, task, callTimeoutSeconds * 1000, progress, this.deps),
    );
    return { tools, maxCalls };
  }
}
