import type { Step } from '../../shared/reply-details.ts';
import type { AgentEvent } from '../chat/replies/ports/agents.ts';

export const startStep = (id: string, kind: Step['kind'], label: string, target: string | null = null): Step => ({
  id,
  kind,
  label,
  target,
  state: 'running',
  output: null,
  code: null,
});

export const stepEvent = (step: Step): AgentEvent => ({ type: 'step', step });

export const endStep = (step: Step, state: 'done' | 'failed', output: string | null = null): AgentEvent =>
  stepEvent({ ...step, state, output });

/** A note for the reader. */
export const noteStep = (id: string, label: string, output: string | null = null): AgentEvent =>
  stepEvent({ ...startStep(id, 'note', label), state: 'done', output });
