import { isRecord } from '../../../../shared/schema.ts';
import type { EventOf } from '../../../../shared/reply-event.ts';
import type { CallUsage } from '../../models/ports.ts';
import type { FollowUpRequest } from '../follow-ups.ts';
import type { AgentTask } from '../ports/agents.ts';
import type { Evidence } from '../ports/files.ts';
import type { UserRequester } from '../ports/requesters.ts';

/** Increase it with every change of what is stored: the replies that wait meanwhile are interrupted. */
const VERSION = 1;

/** What another process needs to go on with a reply; text, sources and steps are in its log. */
export interface WaitingState {
  /** As it was when it asked: what it may do now is asked with every use (`PresentRights`). */
  readonly requester: UserRequester;
  readonly question: string;
  readonly fallback: string | undefined;
  readonly meta: EventOf<'meta'>;
  readonly followUps: FollowUpRequest | undefined;
  readonly agent: Pick<AgentTask, 'plan' | 'servers' | 'question' | 'hasFiles' | 'fileIds'>;
  readonly request: AgentTask['request'];
  /** How many messages of the conversation may be left out. */
  readonly olderMessages: number;
  readonly evidence: readonly Evidence[];
  /** Of the calls so far; they are settled with the reply. */
  readonly calls: readonly CallUsage[];
  /** The model that answers instead of the reply's. */
  readonly model: string | undefined;
  /** Of the agent, which alone reads it. */
  readonly run: unknown;
}

export const writeState = (state: WaitingState): string => JSON.stringify({ version: VERSION, ...state });

/**
 * Undefined: another version of this server wrote it. Nothing but this server writes it, so the fields are not checked.
 */
export const readState = (text: string): WaitingState | undefined => {
  const state: unknown = JSON.parse(text);
  return isWaitingState(state) ? state : undefined;
};

const isWaitingState = (state: unknown): state is WaitingState => isRecord(state) && state['version'] === VERSION;
