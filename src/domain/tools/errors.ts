import { REFUSALS } from '../../shared/refusals.ts';
import { STEP_FAILURES, type StepFailure } from '../../shared/step-texts.ts';
import { toolProblem, type ToolProblem } from '../../shared/tools.ts';
import { DomainError, fixedError, retryableError } from '../kernel/domain-error.ts';
import type { ServerTool } from './ports.ts';

export class ToolServerUnreachable extends DomainError {
  readonly kind = 'bad_upstream';

  constructor(
    readonly problem: ToolProblem,
    options: ErrorOptions = {},
    text: StepFailure = STEP_FAILURES.toolServerUnanswered,
  ) {
    super(text, { problem: problem.code });
    if (options.cause !== undefined) this.cause = options.cause;
  }
}

/** The account's access is good, but not for this. */
export class ToolScopeNeeded extends ToolServerUnreachable {
  constructor(options: ErrorOptions = {}) {
    super(toolProblem('no-access', 403), options, STEP_FAILURES.toolScopeNeeded);
  }
}

export class ToolSignInNeeded extends fixedError('forbidden', STEP_FAILURES.toolSignInNeeded) {}
export class ToolNotUsable extends fixedError('forbidden', STEP_FAILURES.toolForbidden) {}

export class ToolServerNotFound extends fixedError('not_found', 'There is no such server') {}
export class ToolServerChanged extends fixedError('conflict', REFUSALS.changedMeanwhile) {}
export class ToolNotFound extends fixedError('not_found', 'The server has no such tool') {}
export class ToolsNotAllowed extends fixedError('forbidden', 'This account may not use tools of servers') {}
export class OwnServersNotAllowed extends fixedError('forbidden', 'This account may not add servers') {}
export class ToolSignInFailed extends fixedError('invalid', 'The server did not give access') {}
/** The attempt is of another browser, over, or was never begun. */
export class ToolSignInLost extends fixedError('gone', 'This attempt is over. Please begin again.') {}

/** What was chosen is for a tool that describes itself in another way now; the details say how. */
export class ToolChanged extends DomainError {
  readonly kind = 'conflict';
  override readonly code = 'TOOL_CHANGED';

  constructor({ name, title, description, readOnly, digest }: ServerTool) {
    super('This tool has changed meanwhile', { tool: { name, title, description, readOnly, digest } });
  }
}

export class TooManyToolServers extends DomainError {
  readonly kind = 'conflict';
  override readonly code = 'TOO_MANY_SERVERS';
}

export class TooManyToolReads extends retryableError('limit_reached', 'Too many attempts. Please wait a moment.') {}
