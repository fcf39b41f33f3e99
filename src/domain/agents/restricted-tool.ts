import { allowsTool, type AgentToolName } from '../../shared/group-rights.ts';
import type { Step } from '../../shared/reply-details.ts';
import { STEP_FAILURES } from '../../shared/step-texts.ts';
import type { AgentEvent } from '../chat/replies/ports/agents.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import type { ToolAnswer } from './call-dialogue.ts';
import { ToolUnavailable } from './errors.ts';
import type { Tool, ToolRun } from './tool.ts';

/** A tool of an agent whose reply may wait: whether the account still has it is asked with each call. */
export class RestrictedTool implements Tool {
  readonly spec;

  constructor(
    private readonly tool: Tool,
    private readonly name: AgentToolName,
    private readonly current: () => Promise<UserRequester>,
  ) {
    this.spec = tool.spec;
  }

  get timeoutMs(): number | undefined {
    return this.tool.timeoutMs;
  }

  startStep(run: ToolRun): Step {
    return this.tool.startStep(run);
  }

  async *run(run: ToolRun, step: Step): AsyncGenerator<AgentEvent, ToolAnswer | string> {
    if (!allowsTool(await this.current(), this.name)) throw new ToolUnavailable(STEP_FAILURES.toolWithdrawn);
    return yield* this.tool.run(run, step);
  }
}
