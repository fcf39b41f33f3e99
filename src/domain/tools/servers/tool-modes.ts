import type { ToolMode } from '../../../shared/tools.ts';
import type { ServerTool } from '../ports.ts';
import type { ToolChoice, ToolServer } from './tool-server.ts';

const BY_FREEDOM: readonly ToolMode[] = ['off', 'ask', 'auto'];

const lower = (a: ToolMode, b: ToolMode): ToolMode => (BY_FREEDOM.indexOf(a) < BY_FREEDOM.indexOf(b) ? a : b);

/** The most that a tool may do for anybody. */
export const limitOf = ({ limits }: ToolServer, tool: string): ToolMode =>
  limits.find((limit) => limit.tool === tool)?.mode ?? 'auto';

export interface ResolvedMode {
  readonly mode: ToolMode;
  /** It describes itself in another way than when its mode was chosen. */
  readonly changed: boolean;
}

/** Without a choice, a tool that only reads runs by itself. A tool that changed asks again, unless it is off. */
export const resolveMode = (server: ToolServer, tool: ServerTool, choice: ToolChoice | undefined): ResolvedMode => {
  const changed = choice !== undefined && choice.digest !== tool.digest;
  return { mode: lower(limitOf(server, tool.name), chosenMode(tool, choice, changed)), changed };
};

const chosenMode = (tool: ServerTool, choice: ToolChoice | undefined, changed: boolean): ToolMode => {
  if (choice === undefined) return tool.readOnly ? 'auto' : 'ask';
  return changed ? lower(choice.mode, 'ask') : choice.mode;
};

export const withLimit = (server: ToolServer, tool: string, mode: ToolMode): ToolServer => {
  const others = server.limits.filter((limit) => limit.tool !== tool);
  return { ...server, limits: mode === 'auto' ? others : [...others, { tool, mode }] };
};
