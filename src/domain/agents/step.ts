import type { AgentEvent } from '../chat/ports.ts';

export type Step = Extract<AgentEvent, { type: 'step' }>['step'];

/** A step that begins. */
export const begun = (id: string, kind: Step['kind'], label: string, target: string | null = null): Step => ({
  id,
  kind,
  label,
  target,
  state: 'running',
  output: null,
  code: null,
});

export const told = (step: Step): AgentEvent => ({ type: 'step', step });

/** The step as it ended, with what came of it. */
export const ended = (step: Step, state: 'done' | 'failed', output: string | null = null): AgentEvent =>
  told({ ...step, state, output });

/** Something that the reader should know. */
export const note = (id: string, label: string, output: string | null = null): AgentEvent =>
  told({ ...begun(id, 'note', label), state: 'done', output });
