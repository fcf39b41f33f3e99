import type { ModelTool } from '../chat/models/ports.ts';
import type { AgentEvent } from '../chat/replies/ports.ts';
import type { Step } from '../../shared/reply-details.ts';

export interface ToolRun {
  /** The id of its step. */
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface Tool {
  readonly spec: ModelTool;
  startStep(run: ToolRun): Step;
  /** Yields events, the final step included, and returns the text for the model. Throwing fails the step. */
  run(run: ToolRun, step: Step): AsyncGenerator<AgentEvent, string>;
}

/** Throws `InvalidToolArguments`. */
export const requireText = (input: ToolRun['input'], name: string): string => {
  const value = input[name];
  if (typeof value !== 'string' || value.trim() === '')
    throw new InvalidToolArguments(`The tool needs "${name}", a text.`);
  return value.trim();
};

/** The message is for the model and for people. */
export class InvalidToolArguments extends Error {
  override readonly name = 'BadArguments';
}
