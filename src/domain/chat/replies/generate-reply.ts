import type { Clock, Secrets } from '../../kernel/ports.ts';
import { meteredModels } from '../models/metered-models.ts';
import type { ToolPictures } from '../models/tool-pictures.ts';
import { resilientModels } from '../models/resilient-models.ts';
import { LEFT_OUT_NOTE } from './prompts.ts';
import { streamWithFiles } from './stream-with-files.ts';
import { ReplyTranscript } from './transcript.ts';
import { type ActiveReply, ReplyHandedOver } from './active-reply.ts';
import type { ActiveReplies } from './active-replies.ts';
import type { LanguageModels, ModelRequest } from '../models/ports.ts';
import type { ReplyPostProcessor } from './ports/answers.ts';
import type { ReplyObserver } from './ports/reply-store.ts';
import type { Requester, UserRequester } from './ports/requesters.ts';
import type { AgentRun, RunAgentReply } from './run-agent-reply.ts';
import { type AddFileContext, type ConversationFiles, publishFileSources } from './add-file-context.ts';
import { detailsOf, reduceEvents } from '../../../shared/reply-state.ts';
import { sealEvents } from './seal-events.ts';
import { outcomeOfCut, outcomeOfError, type ReplyOutcome } from './reply-outcome.ts';
import type { FollowedAnswer, FollowUpRequest, FollowUps } from './follow-ups.ts';
import type { CommitWithRetry } from './commit-with-retry.ts';
import type { ReplyDetails } from '../../../shared/reply-details.ts';
import type { EventOf, ReplyEvent } from '../../../shared/reply-event.ts';
import type { PresentRights, WaitedCall } from './waiting/present-rights.ts';
import type { WaitingState } from './waiting/waiting-state.ts';

export interface GenerateReplyInput {
  readonly active: ActiveReply;
  readonly question: string;
  readonly requester: Requester;
  readonly request: ModelRequest;
  readonly files: ConversationFiles | undefined;
  /** Undefined: none, or fallback is switched off. */
  readonly fallback: string | undefined;
  /** The first event; published again when the fallback answers. */
  readonly meta: EventOf<'meta'>;
  /** The oldest messages are left out of the request. */
  readonly isShortened: boolean;
  /** The text of an earlier reply to the same prompt. */
  readonly cachedText: string | undefined;
  /** Undefined: no agent. */
  readonly agent: AgentRun | undefined;
  readonly followUps: FollowUpRequest | undefined;
  /** Begun by an earlier process, which published `events`. */
  readonly resumed?: { readonly events: readonly ReplyEvent[]; readonly state: WaitingState } | undefined;
}

export interface GenerateReplyDeps {
  readonly models: LanguageModels;
  readonly runAgentReply: RunAgentReply;
  readonly rights: PresentRights;
  readonly pictures: ToolPictures;
  readonly addFileContext: AddFileContext;
  readonly postProcessor: ReplyPostProcessor;
  readonly activeReplies: ActiveReplies;
  readonly commitReply: CommitWithRetry;
  readonly followUps: FollowUps;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

/** Runs one reply to its end: streams the model, publishes events and stores the result. */
export class GenerateReply {
  constructor(private readonly deps: GenerateReplyDeps) {}

  /** Never rejects: a failure becomes the reply's end. The end is published after it is stored. */
  async execute(asked: GenerateReplyInput): Promise<void> {
    const { active } = asked;
    const { clock, observer, activeReplies, commitReply } = this.deps;
    const startedAt = clock.now();
    const transcript = transcriptOf(asked);
    const outcome = await this.generate(asked, transcript);
    if (outcome === 'handed over') return this.release(asked, transcript, startedAt);
    const input = withRequester(asked, outcome.requester);
    const details = transcript.detailEvents.length === 0 ? null : await this.postProcess(input, transcript, outcome);
    const { status, code, refundable } = outcome;
    const checked = checkEvents(details);
    active.publish([
      ...checked,
      ...sealEvents(this.deps.secrets, input, transcript, [...checked, { type: 'end', status }]),
      ...outcome.events,
    ]);
    const answer = { question: input.question, text: transcript.text, details };
    const followUps = status === 'complete' ? this.wantedFollowUps(input, answer) : undefined;
    active.setEnd({ type: 'end', status }, ...(followUps ? [{ type: 'done' } as const] : []));
    const isStored = await commitReply.execute(active, {
      status,
      code,
      refundable,
      isUnanswered: status === 'complete' && transcript.isUnanswered,
      text: transcript.text,
      model: transcript.model,
      details,
      calls: transcript.callUsages(status),
      followUps: followUps !== undefined,
      hasAsked: active.hasAsked,
    });
    observer.finished({
      model: transcript.model ?? active.reply.model,
      status: isStored ? status : 'interrupted',
      code,
      events: active.length,
      ms: clock.now() - startedAt,
    });
    if (!isStored) return activeReplies.abandon(active);
    if (followUps) {
      activeReplies.publishEnd(active);
      await this.deps.followUps.execute(active, followUps, answer);
    }
    activeReplies.remove(active);
  }

  private wantedFollowUps({ followUps }: GenerateReplyInput, answer: FollowedAnswer): FollowUpRequest | undefined {
    return this.deps.followUps.isWanted(followUps, answer) ? followUps : undefined;
  }

  private async generate(
    input: GenerateReplyInput,
    transcript: ReplyTranscript,
  ): Promise<ReplyOutcome | 'handed over'> {
    try {
      if (input.isShortened) publishNote(input.active, transcript);
      // A resumed reply has them in its state.
      const { addFileContext } = this.deps;
      const modelsFor = (leavesOut: boolean) => this.resilientFor(input, transcript, leavesOut);
      if (!input.agent) return await streamWithFiles(input, { addFileContext, transcript, modelsFor });
      const first = await addFileContext.execute(input);
      publishFileSources(input.active, transcript, first);
      return await this.runAgent({ ...input, request: first.request }, input.agent, modelsFor(true), transcript);
    } catch (error) {
      if (input.active.abort.signal.reason instanceof ReplyHandedOver) return 'handed over';
      return outcomeOfError(error, input.active, this.deps.observer);
    }
  }

  /** Metered, with the fallback; the reader sees which model took over and what was left out. */
  private resilientFor(input: GenerateReplyInput, transcript: ReplyTranscript, leavesOut: boolean) {
    const { active, fallback, request, meta } = input;
    const metered = this.meteredFor(input, transcript);
    return resilientModels(metered, {
      fallback,
      olderMessages: leavesOut ? olderMessages(input) : 0,
      onFallback: (model, failedModel) => {
        if (failedModel !== request.model || transcript.texts.length > 0) return;
        transcript.model = model;
        const event = { ...meta, model, insteadOf: { model: failedModel, reason: 'failure', resetsAt: null } } as const;
        transcript.detailEvents.push(event);
        active.publish([event]);
      },
      onLeftOut: () => publishNote(active, transcript),
    });
  }

  /** With tools of servers, models see the pictures that these return, and the right to a model can end meanwhile. */
  private meteredFor(input: GenerateReplyInput, transcript: ReplyTranscript): LanguageModels {
    const { models, pictures, rights } = this.deps;
    const { agent, requester } = input;
    if (!agent || agent.servers.length === 0 || requester.kind !== 'user') return meteredModels(models, transcript);
    const metered = meteredModels(pictures.shownTo(models, requester.uid), transcript);
    return rights.guard(metered, () => waitedCall(input, transcript));
  }

  private async runAgent(
    input: GenerateReplyInput,
    agent: AgentRun,
    metered: LanguageModels,
    transcript: ReplyTranscript,
  ): Promise<ReplyOutcome> {
    const { active, request, requester, question, fallback, meta, followUps, resumed } = input;
    const cut = await this.deps.runAgentReply.execute({
      active,
      requester,
      request,
      agent,
      metered,
      transcript,
      stored: { question, fallback, meta, followUps, olderMessages: olderMessages(input) },
      resumed: resumed?.state.run,
    });
    active.abort.signal.throwIfAborted();
    const outcome = outcomeOfCut(cut);
    const hasWaited = active.hasAsked && requester.kind === 'user';
    return hasWaited ? { ...outcome, requester: await this.deps.rights.current(requester) } : outcome;
  }

  /** The details of the reply. A complete answer is post-processed, also its text; on failure it stays as it is. */
  private async postProcess(
    { agent, question, active, requester, followUps }: GenerateReplyInput,
    transcript: ReplyTranscript,
    { status }: ReplyOutcome,
  ): Promise<ReplyDetails | null> {
    const { detailEvents, text, evidence, toolEvidence } = transcript;
    const details = detailsOf(reduceEvents([...detailEvents, { type: 'end', status }]));
    if ((!agent && evidence.length === 0) || !details || status !== 'complete') return details;
    try {
      const writer = { requester, model: transcript.model ?? active.reply.model };
      const isCorrectable = agent?.plan.kind === 'agent' && followUps !== undefined;
      const answer = { question, text, details, writer, isCorrectable, evidence: [...evidence, ...toolEvidence] };
      const processed = await this.deps.postProcessor.process(answer, active.abort.signal, () =>
        active.publishNotice('checking'),
      );
      if (processed.text !== text) transcript.replaceText(processed.text);
      return processed.details;
    } catch (error) {
      this.deps.observer.failed(`post-processing reply ${active.reply.id}`, error);
      return details;
    }
  }

  /** Nothing is settled: another process goes on. */
  private async release({ active }: GenerateReplyInput, { model }: ReplyTranscript, startedAt: number): Promise<void> {
    await this.deps.activeReplies.release(active);
    this.deps.observer.finished({
      model: model ?? active.reply.model,
      status: 'handed-over',
      code: null,
      events: active.length,
      ms: this.deps.clock.now() - startedAt,
    });
  }
}

const withRequester = (input: GenerateReplyInput, requester: UserRequester | undefined): GenerateReplyInput =>
  requester ? { ...input, requester, followUps: input.followUps && { ...input.followUps, requester } } : input;

/** Undefined: the reply has not waited, so its rights are those of a moment ago. */
const waitedCall = (
  { active, requester, agent }: GenerateReplyInput,
  { evidence }: ReplyTranscript,
): WaitedCall | undefined =>
  active.hasAsked && requester.kind === 'user'
    ? { asked: requester, adminsModel: agent?.plan.model, evidence }
    : undefined;

const transcriptOf = ({ meta, resumed }: GenerateReplyInput): ReplyTranscript => {
  if (!resumed) return new ReplyTranscript(meta);
  const transcript = new ReplyTranscript();
  transcript.resume(resumed.events, resumed.state.calls);
  transcript.evidence.push(...resumed.state.evidence);
  transcript.model = resumed.state.model;
  return transcript;
};

const olderMessages = ({ request, resumed }: GenerateReplyInput): number =>
  resumed?.state.olderMessages ?? request.messages.filter(({ role }) => role !== 'system').length - 1;

const publishNote = (active: ActiveReply, transcript: ReplyTranscript): void => {
  transcript.detailEvents.push(LEFT_OUT_NOTE);
  active.publish([LEFT_OUT_NOTE]);
};

const checkEvents = (details: ReplyDetails | null): ReplyEvent[] => {
  const { corrections = [], citations } = details ?? {};
  return [
    ...(corrections.length > 0 ? [{ type: 'corrections', corrections } as const] : []),
    ...(citations ? [{ type: 'citations', citations } as const] : []),
  ];
};
