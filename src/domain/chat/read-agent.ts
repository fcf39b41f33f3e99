import { ModelFault } from './errors.ts';
import type { Heard } from './heard.ts';
import type { LiveReply } from './live-reply.ts';
import type { Agents, AgentEvent, LanguageModels, ModelEvent, ModelRequest, ReplyPlan } from './ports.ts';
import type { ReplyEvent } from './reply.ts';

/** A reply that an agent writes, or that begins with a search. */
export interface AgentRun {
  readonly plan: ReplyPlan;
  readonly question: string;
}

interface Reading {
  readonly live: LiveReply;
  readonly agent: AgentRun;
  readonly request: ModelRequest;
  readonly fallback: string;
  readonly heard: Heard;
  /** How many sources the request's messages bring already. */
  readonly sources: number;
  /** Tells that another model speaks from now on. */
  readonly metaFor: (model: string) => ReplyEvent;
}

/** Publishes what an agent tells; every call of a model is counted, and an unknown model gives way to the fallback. */
export class ReadAgent {
  private readonly agents: Agents;
  private readonly models: LanguageModels;

  constructor(agents: Agents, models: LanguageModels) {
    this.agents = agents;
    this.models = models;
  }

  /** True when the answer was cut at its length limit. Throws `ModelFault`. */
  async execute(reading: Reading): Promise<boolean> {
    const { live, agent, request, heard, sources } = reading;
    const { messages, model, temperature, maxTokens, topP } = request;
    const events = this.agents.run({
      ...agent,
      messages,
      sources,
      request: { model, temperature, maxTokens, topP },
      ask: this.asker(reading),
      tokens: () => heard.tokens,
      signal: live.abort.signal,
    });
    let cut = false;
    for await (const event of events) {
      if (event.type === 'cut') cut = true;
      else publish(live, heard, event);
    }
    return cut;
  }

  private asker({ live, fallback, heard, metaFor, request }: Reading) {
    const { models } = this;
    const { signal } = live.abort;
    let gone: string | undefined;
    return async function* ask(wanted: ModelRequest): AsyncGenerator<ModelEvent> {
      const asked = wanted.model === gone ? { ...wanted, model: fallback } : wanted;
      try {
        yield* heard.counted(models, asked, signal);
      } catch (error) {
        if (!(error instanceof ModelFault) || !error.unknownModel || asked.model === fallback) throw error;
        gone = asked.model;
        if (gone === request.model && heard.texts.length === 0 && heard.facts.length === 0)
          live.publish([metaFor(fallback)]);
        yield* heard.counted(models, { ...wanted, model: fallback }, signal);
      }
    };
  }
}

const publish = (live: LiveReply, heard: Heard, event: Exclude<AgentEvent, { type: 'cut' }>): void => {
  if (event.type === 'text') heard.texts.push(event.text);
  else heard.facts.push(event);
  live.publish([event]);
};
