import { QUESTION_LIFETIME_MS } from '../../../../shared/tools.ts';
import type { Clock, Ids } from '../../../kernel/ports.ts';
import { ReplyStopped, type ActiveReply } from '../active-reply.ts';
import { ReplyWaits } from '../ports/agents.ts';
import type { ToolPermissions } from '../ports/tool-permissions.ts';
import { TooManyQuestions } from '../../errors.ts';
import type { OpenQuestions } from './open-questions.ts';
import type { ToolQuestions } from './ports.ts';
import type { NewQuestion, QuestionEnd, ToolIdentity } from './question.ts';

/** Of all replies of a person. */
const MAX_OPEN_QUESTIONS = 20;

export interface ReplyWaitsDeps {
  readonly questions: ToolQuestions;
  readonly permissions: ToolPermissions;
  readonly openQuestions: OpenQuestions;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** The questions of one reply. */
export class StoredReplyWaits extends ReplyWaits {
  private open = 0;
  private running = 0;
  /** States are written in the order in which they came about. */
  private writing: Promise<unknown> = Promise.resolve();

  /** `state`: what is stored of the reply, with what the agent adds. */
  constructor(
    private readonly active: ActiveReply,
    private readonly state: (run: unknown) => string,
    private readonly deps: ReplyWaitsDeps,
  ) {
    super();
  }

  newQuestion(): { readonly id: string; readonly expiresAt: number } {
    return { id: this.deps.ids.next(), expiresAt: this.deps.clock.now() + QUESTION_LIFETIME_MS };
  }

  async ask(question: NewQuestion, run: () => unknown): Promise<{ readonly end: Promise<QuestionEnd> }> {
    const { questions } = this.deps;
    if ((await questions.countOpen(this.active.reply.owner)) >= MAX_OPEN_QUESTIONS) throw new TooManyQuestions();
    this.active.hasAsked = true;
    await this.write(() => questions.open(this.active.reply, question, this.state(run())));
    return { end: this.rejoin(question) };
  }

  rejoin(question: Pick<NewQuestion, 'id' | 'expiresAt'>): Promise<QuestionEnd> {
    this.open += 1;
    this.active.hasAsked = true;
    const end = this.deps.openQuestions.wait(question, this.active.abort.signal, () => {
      this.open -= 1;
      this.report();
    });
    this.report();
    return end;
  }

  async save(run: () => unknown): Promise<void> {
    await this.write(() => this.deps.questions.save(this.active.reply, this.open > 0 ? this.state(run()) : null));
  }

  setRunning(calls: number): void {
    this.running = calls;
    this.report();
  }

  async isGranted(tool: ToolIdentity): Promise<boolean> {
    const { chatKey } = this.active.reply;
    return chatKey !== null && (await this.deps.permissions.isGranted(chatKey, tool));
  }

  private report(): void {
    this.active.setWaiting(this.open === 0 ? 'no' : this.running > this.open ? 'partly' : 'wholly');
  }

  /** What a reply of another process would do must not happen twice. */
  private async write(store: () => Promise<boolean>): Promise<void> {
    const { signal } = this.active.abort;
    const written = this.writing.then(() => {
      signal.throwIfAborted();
      return store();
    });
    this.writing = written.catch(() => undefined);
    if (await written) return signal.throwIfAborted();
    this.active.stop('interrupted');
    throw new ReplyStopped('interrupted');
  }
}
