import type { ChatOwners } from '../../conversations/ports.ts';
import type { ActiveReplies } from '../active-replies.ts';
import type { GenerateReply } from '../generate-reply.ts';
import type { ReplyObserver, ReplyRepository, Runners, UserRequester } from '../ports.ts';
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
  readonly owners: ChatOwners;
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
    const { replies, questions, owners, runners, bus } = this.deps;
    const text = await questions.findState(reply.id);
    const state = text === undefined ? undefined : readState(text);
    const owner = state && (await owners.find(state.requester.uid));
    if (!state || !owner) return false;
    const fence = await replies.adopt(reply, runners.id); // before the log is read: nothing is added to it from then on
    if (!fence) return true;
    await bus.fence(fence);
    const batch = await unstoredEvents({ replies, bus }, reply);
    if (batch) await replies.append([{ reply: fence, batch }]);
    this.launch({ ...reply, ...fence }, { ...state, requester: refreshed(state.requester, owner) }, [
      ...(await replies.listEvents(reply.id, 0)).flatMap(({ events }) => events),
    ]);
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
      followUps: state.followUps && { ...state.followUps, requester: state.requester },
      request: { ...state.request, messages: [] },
      resumed: { events: events ?? [], state },
    });
  }
}

/** The account as it is now; a role that an admin took on holds as long as the account is an admin's. */
const refreshed = (asker: UserRequester, { tier, isAdmin, verified }: UserRequester): UserRequester =>
  asker.override !== undefined && isAdmin
    ? asker
    : { kind: 'user', uid: asker.uid, tier, isAdmin, verified, ...(asker.rights && { rights: asker.rights }) };
