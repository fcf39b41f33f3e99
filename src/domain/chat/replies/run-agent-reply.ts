import type { ReplyTranscript } from './transcript.ts';
import type { ActiveReply } from './active-reply.ts';
import type { CutReason, LanguageModels, ModelRequest } from '../models/ports.ts';
import type { Agents, AgentEvent, AgentTask, ConnectedTask } from './ports/agents.ts';
import type { Requester } from './ports/requesters.ts';
import { type ReplyWaitsDeps, StoredReplyWaits } from './waiting/reply-waits.ts';
import type { PresentRights } from './waiting/present-rights.ts';
import { type WaitingState, writeState } from './waiting/waiting-state.ts';

export type AgentRun = Pick<AgentTask, 'plan' | 'servers' | 'question' | 'hasFiles' | 'fileIds'>;

/** What is stored of a reply while it waits, beside what changes. */
export type StoredWithRun = Pick<WaitingState, 'question' | 'fallback' | 'meta' | 'followUps' | 'olderMessages'>;

interface RunAgentReplyInput {
  readonly active: ActiveReply;
  readonly requester: Requester;
  readonly agent: AgentRun;
  readonly request: ModelRequest;
  readonly metered: LanguageModels;
  readonly transcript: ReplyTranscript;
  readonly stored: StoredWithRun;
  /** The run that an earlier process began. */
  readonly resumed: unknown;
}

/** Publishes the events of an agent. */
export class RunAgentReply {
  constructor(
    private readonly agents: Agents,
    private readonly rights: PresentRights,
    private readonly waits: ReplyWaitsDeps,
  ) {}

  /** Why the answer was cut; undefined: it was not. Throws `ModelError`. */
  async execute(input: RunAgentReplyInput): Promise<CutReason | undefined> {
    const { active, agent, requester, request, metered, transcript } = input;
    const { messages, ...settings } = request;
    const events = this.agents.run({
      ...agent,
      requester,
      messages,
      sources: transcript.evidence.length,
      request: settings,
      callModel: (requested) => metered.reply(requested, active.abort.signal),
      tokens: () => transcript.usedTokens,
      signal: active.abort.signal,
      connected: this.connectedTask(input, settings),
    });
    let cut: CutReason | undefined;
    for await (const event of events) {
      if (event.type === 'cut') cut = event.reason;
      else publish(active, transcript, event);
    }
    return cut;
  }

  private connectedTask(
    { active, requester, agent, transcript, stored, resumed }: RunAgentReplyInput,
    request: AgentTask['request'],
  ): ConnectedTask | undefined {
    if (agent.servers.length === 0 || requester.kind !== 'user') return undefined;
    const write = (run: unknown): string =>
      writeState({
        ...stored,
        requester,
        agent,
        request,
        evidence: transcript.evidence,
        calls: transcript.callUsages('complete'),
        model: transcript.model,
        run,
      });
    const waits = new StoredReplyWaits(active, write, this.waits);
    const { id: replyId, owner } = active.reply;
    const current = () => this.rights.current(requester);
    return { requester, current, owner, replyId, servers: agent.servers, signal: active.abort.signal, waits, resumed };
  }
}

const publish = (
  active: ActiveReply,
  transcript: ReplyTranscript,
  event: Exclude<AgentEvent, { type: 'cut' }>,
): void => {
  if (transcript.add(event)) active.publish([event]);
};
