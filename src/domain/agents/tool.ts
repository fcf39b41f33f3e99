import type { ModelTool } from '../chat/models/ports.ts';
import type { AgentEvent } from '../chat/replies/ports.ts';
import type { Step } from '../../shared/reply-details.ts';

/** What a tool may use while it works. */
export interface ToolRun {
  /** Names its step. */
  readonly id: string;
  /** The arguments, as far as they are an object. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Something that a model may wish for. */
export interface Tool {
  readonly spec: ModelTool;
  /** The step that is shown while it runs. */
  startStep(run: ToolRun): Step;
  /** Tells what comes, its finished step included, and answers the text for the model. A throw fails the step. */
  run(run: ToolRun, step: Step): AsyncGenerator<AgentEvent, string>;
}

/** An argument that must be a text. Throws `InvalidToolArguments`. */
export const requireText = (input: ToolRun['input'], name: string): string => {
  const value = input[name];
  if (typeof value !== 'string' || value.trim() === '')
    throw new InvalidToolArguments(`The tool needs "${name}", a text.`);
  return value.trim();
};

/** The model called a tool as it cannot be called; the message is for the model and for people. */
export class InvalidToolArguments extends Error {
  override readonly name = 'BadArguments';
}
