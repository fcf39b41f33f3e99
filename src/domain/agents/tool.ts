import type { ModelTool } from '../chat/models/ports.ts';
import type { AgentEvent } from '../chat/replies/ports/agents.ts';
import type { Step } from '../../shared/reply-details.ts';
import type { CallDialogue, ToolAnswer } from './call-dialogue.ts';

export interface ToolRun {
  /** The id of its step. */
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** For tools that ask the person. */
  readonly dialogue: CallDialogue;
}

export interface Tool {
  readonly spec: ModelTool;
  /** Without the time of waiting for the person. Default: 25 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Of what is behind the name: a call that waited for the person is not made of another tool. */
  readonly identity?: string;
  startStep(run: ToolRun): Step;
  /** Yields events, the final step included, and returns what the model is told. Throwing fails the step. */
  run(run: ToolRun, step: Step): AsyncGenerator<AgentEvent, ToolAnswer | string>;
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
