import { NO_DETAILS, type ReplyDetails, type Source } from '../../../shared/reply-details.ts';
import type { ReplyEvent } from '../../../shared/reply-event.ts';
import { fallbackTitle } from '../../../shared/chat-title.ts';
import { MAX_SYNTHESIS_CHARACTERS, reduceEvents, type ReplyState } from '../../../shared/reply-state.ts';
import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import { isUntitled, withSearchResults } from '../conversations/chat.ts';
import type { ChatRepository, MessageRepository } from '../conversations/ports.ts';
import type { FollowUpGenerators, MessageRef } from './ports/answers.ts';
import type { ReplyObserver, ReplyRepository } from './ports/reply-store.ts';
import type { Requester } from './ports/requesters.ts';
import type { ReplyBus } from './bus/ports.ts';
import { unstoredEvents } from './bus/unstored-events.ts';
import type { ActiveReplies } from './active-replies.ts';
import type { ActiveReply } from './active-reply.ts';
import type { GenerateTitle } from './generate-title.ts';
import type { Reply } from './reply.ts';

/** Shorter answers get no related questions. */
const MIN_ANSWER_CHARACTERS = 100;
const RELATED_QUESTIONS = 4;
const STORE_ATTEMPTS = 5;
const STORE_BACKOFF_MS = 500;

/** The follow-ups that a request asks for. */
export interface FollowUpRequest {
  readonly requester: Requester;
  /** Set while the chat has no title. */
  readonly untitledChatId: string | undefined;
  readonly chatId: string | undefined;
  /** Input for the title: the question, or the file names when there is no text. */
  readonly subject: string;
  readonly synthesis: boolean;
  /** The question was sent as a search. */
  readonly isSearch: boolean;
}

export interface FollowedAnswer {
  readonly question: string;
  readonly text: string;
  readonly details: ReplyDetails | null;
}

type Step = (task: FollowUpTask) => Promise<void>;

interface FollowUpTask extends FollowedAnswer {
  readonly active: ActiveReply;
  readonly request: FollowUpRequest;
  readonly about: MessageRef;
}

export interface FollowUpDeps {
  readonly generateTitle: GenerateTitle;
  readonly generators: FollowUpGenerators;
  readonly activeReplies: ActiveReplies;
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly replies: ReplyRepository;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

const webSources = (details: ReplyDetails | null): readonly Source[] =>
  details?.sources.filter(({ url }) => /^https?:/i.test(url)) ?? [];

/** Title, related questions and synthesis of a complete answer: streamed after its end and stored with its message. */
export class FollowUps {
  constructor(private readonly deps: FollowUpDeps) {}

  isWanted(request: FollowUpRequest | undefined, answer: FollowedAnswer): request is FollowUpRequest {
    return request !== undefined && !this.deps.activeReplies.isDraining && this.stepsFor(request, answer).length > 0;
  }

  /**
   * Never rejects: a failing step does not affect the others. The reply's end is stored before; its stream closes
   * afterwards.
   */
  async execute(active: ActiveReply, request: FollowUpRequest, answer: FollowedAnswer): Promise<void> {
    const { chatId } = request;
    const messageId = active.reply.messageId ?? undefined;
    const task = { ...answer, active, request, about: { chatId, messageId } };
    await Promise.all(this.stepsFor(request, answer).map((step) => this.runStep(step, task)));
    active.setClose({ type: 'close' });
    await this.store(task);
  }

  private stepsFor(request: FollowUpRequest, { text, details }: FollowedAnswer): readonly Step[] {
    const fromWeb = webSources(details).length > 0;
    const hasRelated = (fromWeb || request.isSearch) && text.length > MIN_ANSWER_CHARACTERS;
    return [
      ...(request.untitledChatId === undefined ? [] : [this.addTitle]),
      ...(hasRelated ? [this.addRelatedQuestions] : []),
      ...(fromWeb && request.synthesis ? [this.addSynthesis] : []),
    ];
  }

  private async runStep(step: Step, task: FollowUpTask): Promise<void> {
    const { active } = task;
    try {
      if (!active.abort.signal.aborted) await step(task);
    } catch (error) {
      this.report(active, error);
    }
  }

  private report({ reply }: ActiveReply, error: unknown): void {
    if (!(error instanceof DomainError)) this.deps.observer.failed(`a follow-up of reply ${reply.id}`, error);
  }

  private readonly addTitle: Step = async ({ active, request, text, about }) => {
    const { requester, untitledChatId, subject } = request;
    if (requester.kind !== 'user' || untitledChatId === undefined) return;
    const messages = [
      { role: 'user', content: subject },
      { role: 'assistant', content: text },
    ] as const;
    const { signal } = active.abort;
    const title = await this.deps.generateTitle.execute(requester, { messages, about }, signal).catch((error) => {
      this.report(active, error);
      return fallbackTitle(subject);
    });
    if (signal.aborted || title === '') return;
    const isNamed = await this.nameChat(requester.uid, untitledChatId, title);
    if (isNamed) active.publishFollowUp({ type: 'title', title });
  };

  /** A title set by the user meanwhile stays. */
  private nameChat(uid: string, chatId: string, title: string): Promise<boolean> {
    const { work, chats } = this.deps;
    return work.run(async () => {
      const chat = await chats.lock(uid, chatId);
      if (!chat || !isUntitled(chat)) return false;
      await chats.update({ ...chat, title });
      return true;
    });
  }

  private readonly addRelatedQuestions: Step = async ({ active, request: { requester }, question, text, about }) => {
    const input = { query: question, response: text, count: RELATED_QUESTIONS, message: about };
    const questions = await this.deps.generators.relatedQuestions(requester, input, active.abort.signal);
    if (questions.length > 0) active.publishFollowUp({ type: 'related', questions });
  };

  private readonly addSynthesis: Step = async ({ active, request: { requester }, question, details, about }) => {
    const input = { query: question, results: webSources(details), message: about };
    let length = 0;
    for await (const text of this.deps.generators.synthesis(requester, input, active.abort.signal)) {
      active.publishFollowUp({ type: 'synthesis', text });
      length += text.length;
      if (length >= MAX_SYNTHESIS_CHARACTERS) return; // no more is stored
    }
  };

  private async store(task: FollowUpTask): Promise<void> {
    const { active } = task;
    const { activeReplies, clock, observer } = this.deps;
    for (let attempt = 1; attempt <= STORE_ATTEMPTS && !active.abandoned.aborted; attempt += 1) {
      try {
        await activeReplies.waitForCheckpoint();
        await this.storeOnce(task);
        return;
      } catch (error) {
        observer.failed(`storing the follow-ups of reply ${active.reply.id}`, error);
        await clock.sleep(STORE_BACKOFF_MS * attempt, active.abandoned);
      }
    }
  }

  /** Locks the chat first, in the same order as a new turn. */
  private storeOnce({ active, request: { requester, chatId }, details }: FollowUpTask): Promise<void> {
    const { work, replies, messages, chats } = this.deps;
    const added = reduceEvents(active.followUpEvents);
    const sources = webSources(details);
    const images = details?.images ?? [];
    return work.run(async () => {
      const chat = requester.kind === 'user' && chatId !== undefined && (await chats.lock(requester.uid, chatId));
      if (!(await replies.closeFollowUps(active.reply, active.unsavedWithClose()))) return;
      await amendMessage(messages, active.reply, added);
      if (chat && sources.length + added.relatedQuestions.length > 0)
        await chats.update(withSearchResults(chat, { sources, images, relatedQuestions: added.relatedQuestions }));
    });
  }
}

/** Call it inside a transaction. */
const amendMessage = async (
  messages: MessageRepository,
  { chatKey, messageId }: Reply,
  { relatedQuestions, synthesis }: Pick<ReplyState, 'relatedQuestions' | 'synthesis'>,
): Promise<void> => {
  if (chatKey === null || messageId === null || (relatedQuestions.length === 0 && synthesis === '')) return;
  const message = await messages.find(chatKey, messageId);
  if (!message) return;
  const details = { ...(message.details ?? NO_DETAILS), relatedQuestions, synthesis };
  await messages.update(chatKey, { ...message, details });
};

/** Ends the follow-ups of a dead process and stores what arrived. Call it inside a transaction. */
export const giveUpFollowUps = async (
  { replies, messages, bus }: Pick<FollowUpDeps, 'replies' | 'messages'> & { readonly bus: ReplyBus },
  reply: Reply,
): Promise<void> => {
  if (reply.chatKey !== null) await messages.lockChat(reply.chatKey); // first, as `storeOnce` does
  if (!(await replies.closeFollowUps(reply, await unstoredEvents({ replies, bus }, reply)))) return;
  const events: ReplyEvent[] = (await replies.listEvents(reply.id, 0)).flatMap((batch) => batch.events);
  await amendMessage(messages, reply, reduceEvents(events));
};
