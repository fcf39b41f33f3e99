import type { ReplyTranscript } from './transcript.ts';
import type { ActiveReply } from './active-reply.ts';
import type { LanguageModels, ModelRequest } from '../models/ports.ts';
import type { ConversationFiles } from './add-file-context.ts';
import type { Agents, AgentEvent, AgentTask, Requester } from './ports.ts';

export type AgentRun = Pick<AgentTask, 'plan' | 'servers' | 'question' | 'hasFiles'>;

interface RunAgentReplyInput {
  readonly active: ActiveReply;
  readonly agent: AgentRun;
  readonly requester: Requester;
  readonly files: ConversationFiles | undefined;
  readonly request: ModelRequest;
  readonly metered: LanguageModels;
  readonly transcript: ReplyTranscript;
  /** The count of sources in the request's messages. */
  readonly sourceCount: number;
}

/** Publishes the events of an agent. */
export class RunAgentReply {
  constructor(private readonly agents: Agents) {}

  /** True when the answer was cut at its length limit. Throws `ModelError`. */
  async execute(input: RunAgentReplyInput): Promise<boolean> {
    const { active, agent, requester, files, request, metered, transcript, sourceCount } = input;
    const { messages, ...settings } = request;
    const events = this.agents.run({
      ...agent,
      requester,
      fileIds: files ? [...files.fileIds, ...files.earlier] : [],
      messages,
      sources: sourceCount,
      request: settings,
      callModel: (requested) => metered.reply(requested, active.abort.signal),
      tokens: () => transcript.usedTokens,
      signal: active.abort.signal,
    });
    let truncated = false;
    for await (const event of events) {
      if (event.type === 'cut') truncated = true;
      else publish(active, transcript, event);
    }
    return truncated;
  }
}

const publish = (
  active: ActiveReply,
  transcript: ReplyTranscript,
  event: Exclude<AgentEvent, { type: 'cut' }>,
): void => {
  if (event.type === 'text') transcript.texts.push(event.text);
  else transcript.detailEvents.push(event);
  active.publish([event]);
};
