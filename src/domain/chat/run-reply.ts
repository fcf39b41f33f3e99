import type { Clock } from '../kernel/ports.ts';
import type { ReplyDetails } from './details.ts';
import { ModelFault } from './errors.ts';
import { Heard } from './heard.ts';
import { type LiveReply, ReplyStopped } from './live-reply.ts';
import type { LiveReplies } from './live-replies.ts';
import type { LanguageModels, ModelEvent, ModelRequest, ReplyEditor, ReplyObserver, ReplyPlan } from './ports.ts';
import type { AgentRun, ReadAgent } from './read-agent.ts';
import type { FilesRun, ReadFiles } from './read-files.ts';
import { detailsOf, evidenceOf } from './reply-details.ts';
import { type FinalStatus, interruption, type ReplyEvent, textOf } from './reply.ts';
import type { StoreReply } from './store-reply.ts';

export interface Run {
  readonly live: LiveReply;
  readonly question: string;
  readonly request: ModelRequest;
  /** Undefined: the conversation has none. */
  readonly files: FilesRun | undefined;
  /** Asked instead when the provider does not know the wished model. */
  readonly fallback: string;
  /** An earlier reply to the same prompt, told instead of asking again. */
  readonly cachedText: string | undefined;
  /** Undefined: the model alone answers. */
  readonly agent: AgentRun | undefined;
}

interface Ending {
  readonly status: FinalStatus;
  readonly code: string | null;
  readonly events: readonly ReplyEvent[];
  /** The fault was the provider's or ours. */
  readonly fault: boolean;
}

export interface RunTools {
  readonly models: LanguageModels;
  readonly readAgent: ReadAgent;
  readonly readFiles: ReadFiles;
  readonly editor: ReplyEditor;
  readonly lives: LiveReplies;
  readonly store: StoreReply;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

const CUT_NOTE = 'The reply reached its length limit. Ask to continue for the rest.';

/** Writes one reply to its end: reads the model, publishes what comes, and stores the result whatever happens. */
export class RunReply {
  private readonly tools: RunTools;

  constructor(tools: RunTools) {
    this.tools = tools;
  }

  /** Never rejects: what goes wrong becomes the reply's end. Nobody is told the end before it is stored. */
  async execute(run: Run): Promise<void> {
    const { live } = run;
    const { clock, observer, lives, store } = this.tools;
    const startedAt = clock.now();
    const heard = new Heard();
    const ending = await this.speak(run, heard);
    const details = heard.facts.length === 0 ? null : await this.edited(run, heard, ending);
    live.publish([...citationsOf(details), ...ending.events]);
    live.conclude({ type: 'end', status: ending.status });
    const { status, code, fault } = ending;
    const stored = await store.execute(live, {
      status,
      code,
      fault,
      text: heard.text,
      details,
      calls: heard.counts(status),
    });
    if (stored) lives.remove(live);
    else lives.abandon(live);
    observer.finished({
      model: live.reply.model,
      status: stored ? status : 'interrupted',
      code,
      events: live.length,
      ms: clock.now() - startedAt,
    });
  }

  private async speak(run: Run, heard: Heard): Promise<Ending> {
    const { live, fallback } = run;
    let { request } = run;
    try {
      request = await this.tools.readFiles.execute(run, heard);
      return await (run.agent ? this.readAgent({ ...run, request }, run.agent, heard) : this.read(run, request, heard));
    } catch (error) {
      const missing = error instanceof ModelFault && error.unknownModel && request.model !== fallback;
      const retry = missing && !run.agent && heard.texts.length === 0;
      if (!retry) return this.endingOf(error, live);
    }
    heard.failed();
    live.publish([metaFor(live, fallback)]);
    try {
      return await this.read(run, { ...request, model: fallback }, heard);
    } catch (error) {
      return this.endingOf(error, live);
    }
  }

  private async read({ live, cachedText }: Run, request: ModelRequest, heard: Heard): Promise<Ending> {
    const { signal } = live.abort;
    const meter = cachedText === undefined ? heard.begin(request) : undefined;
    const events = cachedText === undefined ? this.tools.models.reply(request, signal) : told(cachedText);
    for await (const event of events) {
      meter?.hear(event);
      if (event.type === 'text') {
        heard.texts.push(event.text);
        live.publish([event]);
      } else if (event.type === 'end' && event.reason === 'length') return cutEnding;
    }
    signal.throwIfAborted(); // an aborted model ends in silence
    return wholeEnding;
  }

  private async readAgent({ live, request, fallback }: Run, agent: AgentRun, heard: Heard): Promise<Ending> {
    const anew = (model: string) => metaFor(live, model, null, agent.plan);
    const cut = await this.tools.readAgent.execute({
      live,
      request,
      fallback,
      agent,
      heard,
      sources: heard.evidence.length,
      metaFor: anew,
    });
    live.abort.signal.throwIfAborted();
    return cut ? cutEnding : wholeEnding;
  }

  /** What the reply has besides its text. An answer that came to its end is looked over; should that fail, it stays as it is. */
  private async edited(
    { agent, question, live }: Run,
    { facts, text, evidence }: Heard,
    { status }: Ending,
  ): Promise<ReplyDetails | null> {
    const details = detailsOf(facts, true);
    if ((!agent && evidence.length === 0) || !details || status !== 'complete') return details;
    try {
      return await this.tools.editor.finish({ question, text, details, evidence: [...evidence, ...evidenceOf(facts)] });
    } catch (error) {
      this.tools.observer.failed(`looking over reply ${live.reply.id}`, error);
      return details;
    }
  }

  private endingOf(error: unknown, live: LiveReply): Ending {
    const reason: unknown = live.abort.signal.aborted ? live.abort.signal.reason : error;
    if (reason instanceof ReplyStopped) {
      const interrupted = reason.status === 'interrupted';
      return { status: reason.status, code: null, events: interrupted ? [interruption] : [], fault: interrupted };
    }
    if (!(reason instanceof ModelFault)) this.tools.observer.failed(`reply ${live.reply.id}`, reason);
    else if (reason.cause !== undefined)
      this.tools.observer.failed(`the provider, for reply ${live.reply.id}`, reason.cause);
    const code = reason instanceof ModelFault ? reason.code : 'INTERNAL_ERROR';
    const text = reason instanceof ModelFault ? reason.message : 'Internal error';
    return { status: 'error', code, events: [{ type: 'error', error: text, code }], fault: true };
  }
}

const citationsOf = (details: ReplyDetails | null): ReplyEvent[] =>
  details?.citations ? [{ type: 'citations', citations: details.citations }] : [];

const wholeEnding: Ending = { status: 'complete', code: null, events: [], fault: false };

const cutEnding: Ending = {
  status: 'complete',
  code: 'MODEL_CONFIG_ERROR',
  events: [{ type: 'error', error: 'Length limit reached', code: 'MODEL_CONFIG_ERROR', message: CUT_NOTE }],
  fault: false,
};

/** The first event of a reply; told again when another model takes over. */
export const metaFor = (
  live: Pick<LiveReply, 'reply'>,
  model: string,
  chatId: string | null = null,
  plan?: Pick<ReplyPlan, 'agentType' | 'maxIterations'>,
): ReplyEvent => ({
  type: 'meta',
  replyId: live.reply.id,
  model,
  cached: live.reply.cached,
  agentType: plan?.agentType ?? null,
  maxIterations: plan?.maxIterations ?? null,
  chatId,
  messageId: live.reply.messageId,
});

async function* told(text: string): AsyncGenerator<ModelEvent> {
  yield { type: 'text', text };
  yield { type: 'end', reason: 'stop' };
}

/** The text of logged events, for replies whose process is gone. */
export const textOfBatches = (batches: readonly { readonly events: readonly ReplyEvent[] }[]): string =>
  textOf(batches.flatMap(({ events }) => events));
