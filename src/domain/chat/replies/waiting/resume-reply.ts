import type { ActiveReplies } from '../active-replies.ts';
import type { GenerateReply } from '../generate-reply.ts';
import type { ReplyObserver, ReplyRepository, Runners } from '../ports/reply-store.ts';
import type { Requesters } from '../ports/requesters.ts';
import type { ReplyBus } from '../bus/ports.ts';
import { unstoredEvents } from '../bus/unstored-events.ts';
import type { Reply } from '../reply.ts';
import type { ToolQuestions } from './ports.ts';
import { readState } from './waiting-state.ts';

export interface ResumeReplyDeps {
  readonly replies: ReplyRepository;
  readonly questions: ToolQuestions;
  readonly activeReplies: ActiveReplies;
  readonly generateReply: GenerateReply;
  readonly requesters: Pick<Requesters, 'current'>;
  readonly runners: Runners;
  readonly bus: ReplyBus;
  readonly observer: ReplyObserver;
}

/** Goes on with a reply that waits for its person and whose process ended. */
export class ResumeReply {
  constructor(private readonly deps: ResumeReplyDeps) {}

  async waits(reply: Reply): Promise<boolean> {
    return (await this.deps.questions.findState(reply.id)) !== undefined;
  }

  /** False: it does not wait, or cannot go on. True also when another process was faster. */
  async execute(reply: Reply): Promise<boolean> {
    const { replies, questions, requesters, runners, bus } = this.deps;
    const text = await questions.findState(reply.id);
    const state = text === undefined ? undefined : readState(text);
    if (!state || !(await requesters.current(state.requester))) return false;
    const fence = await replies.adopt(reply, runners.id); // before the log is read: nothing is added to it from then on
    if (!fence) return true;
    await bus.fence(fence);
    const batch = await unstoredEvents({ replies, bus }, reply);
    if (batch) await replies.append([{ reply: fence, batch }]);
    const events = (await replies.listEvents(reply.id, 0)).flatMap((logged) => logged.events);
    this.launch({ ...reply, ...fence }, state, events);
    return true;
  }

  private launch(
    reply: Reply,
    state: NonNullable<ReturnType<typeof readState>>,
    events: Parameters<ActiveReplies['add']>[1],
  ): void {
    const { activeReplies, generateReply, observer } = this.deps;
    const active = activeReplies.add(reply, events);
    active.hasAsked = true;
    observer.started({ model: reply.model, owner: 'user' });
    void generateReply.execute({
      active,
      question: state.question,
      requester: state.requester,
      files: undefined,
      fallback: state.fallback,
      meta: state.meta,
      isShortened: false,
      cachedText: undefined,
      agent: state.agent,
      followUps: state.followUps,
      request: { ...state.request, messages: [] },
      resumed: { events: events ?? [], state },
    });
  }
}
