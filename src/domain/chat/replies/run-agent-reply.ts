import { ModelError } from '../errors.ts';
import type { ReplyTranscript } from './transcript.ts';
import type { ActiveReply } from './active-reply.ts';
import type { LanguageModels, ModelEvent, ModelRequest } from '../models/ports.ts';
import type { Agents, AgentEvent, ReplyPlan } from './ports.ts';
import type { ReplyEvent } from '../../../shared/reply-event.ts';

export interface AgentRun {
  readonly plan: ReplyPlan;
  readonly question: string;
}

interface RunAgentReplyInput {
  readonly active: ActiveReply;
  readonly agent: AgentRun;
  readonly request: ModelRequest;
  readonly metered: LanguageModels;
  readonly fallback: string;
  readonly transcript: ReplyTranscript;
  /** The count of sources in the request's messages. */
  readonly sourceCount: number;
  /** The event for a change of model. */
  readonly metaFor: (model: string) => ReplyEvent;
}

/** Publishes the events of an agent. Model calls are metered and fall back when the model is unknown. */
export class RunAgentReply {
  private readonly agents: Agents;

  constructor(agents: Agents) {
    this.agents = agents;
  }

  /** True when the answer was cut at its length limit. Throws `ModelError`. */
  async execute(input: RunAgentReplyInput): Promise<boolean> {
    const { active, agent, request, transcript, sourceCount } = input;
    const { messages, ...settings } = request;
    const events = this.agents.run({
      ...agent,
      messages,
      sources: sourceCount,
      request: settings,
      callModel: this.modelCaller(input),
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

  private modelCaller({ active, metered, fallback, transcript, metaFor, request }: RunAgentReplyInput) {
    const { signal } = active.abort;
    let missingModel: string | undefined;
    return async function* ask(requested: ModelRequest): AsyncGenerator<ModelEvent> {
      const resolved = requested.model === missingModel ? { ...requested, model: fallback } : requested;
      try {
        yield* metered.reply(resolved, signal);
      } catch (error) {
        if (!(error instanceof ModelError) || !error.unknownModel || resolved.model === fallback) throw error;
        missingModel = resolved.model;
        if (missingModel === request.model && transcript.texts.length === 0 && transcript.detailEvents.length === 0)
          active.publish([metaFor(fallback)]);
        yield* metered.reply({ ...requested, model: fallback }, signal);
      }
    };
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
