import { detailsOf, reduceEvents } from '../../../../shared/reply-state.ts';
import type { UnitOfWork } from '../../../kernel/ports.ts';
import type { MessageRepository } from '../../conversations/ports.ts';
import { usageOfLostCall } from '../../models/usage-meter.ts';
import type { ActiveReplies } from '../active-replies.ts';
import { unstoredEvents } from '../bus/unstored-events.ts';
import type { ReplyBus } from '../bus/ports.ts';
import type { CommitReply } from '../commit-reply.ts';
import { giveUpFollowUps } from '../follow-ups.ts';
import type { ReplyRepository, Runners } from '../ports/reply-store.ts';
import type { Reply } from '../reply.ts';
import type { ResumeReply } from '../waiting/resume-reply.ts';

export interface RecoveryDeps {
  readonly replies: ReplyRepository;
  readonly messages: MessageRepository;
  readonly activeReplies: ActiveReplies;
  readonly commitReply: CommitReply;
  readonly runners: Runners;
  readonly bus: ReplyBus;
  readonly work: UnitOfWork;
  readonly resumeReply: ResumeReply;
}

/**
 * Goes on with the replies of dead processes that wait for an answer, and makes the others final. Several
 * processes may do it at once: each reply is settled once. It asks for dead processes only, so that it costs one
 * statement while there are none.
 */
export const recoverReplies = async (deps: RecoveryDeps): Promise<void> => {
  const { replies, runners } = deps;
  for (const runnerId of await runners.listExpired()) {
    await recoverAll(deps, await replies.listRunning(runnerId));
    if ((await replies.listRunning(runnerId)).length === 0) await runners.forget(runnerId);
  }
};

/** Looks at every running reply: earlier versions left some of processes that nobody knows. */
export const recoverUnknown = async (deps: RecoveryDeps): Promise<void> => {
  const { replies, runners } = deps;
  const running = [...(await replies.listStreaming()), ...(await replies.listFollowedUp())];
  const expired = new Set(await runners.findExpired([...new Set(running.map(({ runnerId }) => runnerId))]));
  await recoverAll(
    deps,
    running.filter(({ runnerId }) => expired.has(runnerId)),
  );
};

const recoverAll = async (deps: RecoveryDeps, running: readonly Reply[]): Promise<void> => {
  for (const reply of running) {
    if (deps.activeReplies.find(reply.id)) continue; // of this process, which was paused
    if (reply.status === 'streaming' && (await goOn(deps, reply))) continue;
    await deps.work.run(() => (reply.status === 'streaming' ? interrupt(deps, reply) : giveUpFollowUps(deps, reply)));
    await deps.bus.announce(reply.id);
  }
};

/** A reply that waits for its person is not lost. True: nothing is to be done here. */
const goOn = async ({ activeReplies, resumeReply }: RecoveryDeps, reply: Reply): Promise<boolean> =>
  activeReplies.isDraining ? resumeReply.waits(reply) : resumeReply.execute(reply);

/** Ends a reply as interrupted, with the text in its log. Call it inside a transaction. */
const interrupt = async ({ replies, bus, commitReply }: RecoveryDeps, reply: Reply): Promise<void> => {
  const fence = await replies.takeOver(reply); // before the log is read: nothing is added to it from then on
  if (!fence) return;
  await bus.fence(fence);
  const batch = await unstoredEvents({ replies, bus }, reply);
  if (batch) await replies.append([{ reply: fence, batch }]);
  const events = (await replies.listEvents(reply.id, 0)).flatMap((batch) => batch.events);
  const logged = reduceEvents([...events, { type: 'end', status: 'interrupted' }]);
  const { text } = logged;
  const calls = reply.cached ? [] : [usageOfLostCall(reply.model, text)];
  await commitReply.execute(
    { ...reply, ...fence },
    { status: 'interrupted', code: null, text, details: detailsOf(logged), refundable: true, calls, hasAsked: true },
  );
};
