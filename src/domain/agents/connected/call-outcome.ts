import { STEP_FAILURES } from '../../../shared/step-texts.ts';
import { ToolNotUsable, ToolServerUnreachable, ToolSignInNeeded } from '../../tools/errors.ts';
import { ToolUnavailable } from '../errors.ts';
import type { ToolCallOutcome } from './ports.ts';

/** Its description, its arguments or the right to it changed after the person was asked. */
export class ToolChanged extends ToolUnavailable {
  constructor() {
    super(STEP_FAILURES.toolChanged);
  }
}

/** `call` aborts when the call takes too long, and with `reply`. */
export const outcomeOfError = (error: unknown, call: AbortSignal, reply: AbortSignal): ToolCallOutcome => {
  if (reply.aborted) return 'stopped';
  if (call.aborted) return 'timeout';
  if (error instanceof ToolChanged) return 'changed';
  const isUnavailable =
    error instanceof ToolServerUnreachable || error instanceof ToolSignInNeeded || error instanceof ToolNotUsable;
  return isUnavailable ? 'unavailable' : 'error';
};
