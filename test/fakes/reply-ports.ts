import { DailyLimitReached, SubscriptionRequired, UnknownModel } from '../../src/domain/chat/errors.ts';
import { Ledger, type ProviderCall } from '../../src/domain/chat/models/ports.ts';
import {
  type Admission,
  Allowance,
  type DefaultModels,
  type Requester,
  ModelPolicy,
  Requesters,
  type UserRequester,
} from '../../src/domain/chat/replies/ports/requesters.ts';
import { type AgentEvent, Agents, type ReplyPlan } from '../../src/domain/chat/replies/ports/agents.ts';
import { type UtilityRequest, FollowUpAllowance } from '../../src/domain/chat/replies/ports/answers.ts';
import { FileContextProvider, type FileContext } from '../../src/domain/chat/replies/ports/files.ts';
import { ReplyObserver } from '../../src/domain/chat/replies/ports/reply-store.ts';
import { FileNotFound } from '../../src/domain/files/errors.ts';
import { NOON } from '../support/builders.ts';
import { Rows } from './kernel.ts';

type Outcome = 'charged' | 'refunded';

/** Admits `messages` askings of anybody; a refunded one is free again. */
export class CountedAllowance extends Allowance {
  /** Models that are used up, and what answers instead. */
  readonly substitutes = new Map<string, string>();
  private readonly limit: number;
  private readonly reservations = new Rows<Outcome | 'open'>();

  constructor(messages = Infinity) {
    super();
    this.limit = messages;
  }

  async reserve(_asker: Requester, model: string): Promise<Admission> {
    if (this.used >= this.limit)
      throw new DailyLimitReached({ limit: this.limit, used: this.used, resetsAt: NOON, group: 'free' });
    const id = `allowance-${this.reservations.all().length + 1}`;
    this.reservations.set(id, 'open');
    const substitute = this.substitutes.get(model);
    if (substitute === undefined) return { id, model };
    return { id, model: substitute, insteadOf: { model, reason: 'limit', resetsAt: new Date(NOON).toISOString() } };
  }

  async settle(reservationId: string, outcome: Outcome): Promise<void> {
    if (this.reservations.get(reservationId) === 'open') this.reservations.set(reservationId, outcome);
  }

  async resettle(reservationId: string, outcome: Outcome): Promise<void> {
    if (this.reservations.get(reservationId) !== undefined) this.reservations.set(reservationId, outcome);
  }

  /** How a reservation ended; `open` until it is settled. */
  outcomeOf(reservationId: string): Outcome | 'open' | undefined {
    return this.reservations.get(reservationId);
  }

  get used(): number {
    return this.reservations.all().filter((outcome) => outcome !== 'refunded').length;
  }

  snapshot(): () => void {
    return this.reservations.snapshot();
  }
}

/** Lets everything through and remembers how each call ended. */
export class UnlimitedFollowUps extends FollowUpAllowance {
  readonly requests: Pick<UtilityRequest, 'purpose' | 'about'>[] = [];
  readonly outcomes: Outcome[] = [];

  async reserve(_asker: Requester, { purpose, about }: Pick<UtilityRequest, 'purpose' | 'about'>): Promise<string> {
    this.requests.push({ purpose, about });
    return `follow-up-${this.requests.length}`;
  }

  async settle(_reservationId: string, outcome: Outcome): Promise<void> {
    this.outcomes.push(outcome);
  }
}

/** Lets everybody use `primary` and `fallback` and nothing else. */
export class FixedModelPolicy extends ModelPolicy {
  private models: DefaultModels;
  /** Whom it refuses every model. */
  refuses: (requester: Requester) => boolean = () => false;

  constructor(primary = 'model-1', fallback = 'model-2') {
    super();
    this.models = { primary, fallback };
  }

  /** As an admin does. */
  switchFallbackOff(): void {
    this.models = { ...this.models, fallback: undefined };
  }

  async defaults(): Promise<DefaultModels> {
    return this.models;
  }

  async choose(asker: Requester, requested: string | undefined): Promise<string> {
    if (this.refuses(asker)) throw new SubscriptionRequired('Not in this plan');
    const { primary, fallback } = this.models;
    if (requested !== undefined && requested !== primary && requested !== fallback) throw new UnknownModel(requested);
    return requested ?? primary;
  }
}

/** A place without agents: the model alone answers. */
export class NoAgents extends Agents {
  async plan(): Promise<ReplyPlan | undefined> {
    return undefined;
  }

  async *run(): AsyncGenerator<AgentEvent> {
    throw new Error('There are no agents here.');
  }
}

/** Keeps the calls in order. */
export class RecordingLedger extends Ledger {
  private lines: readonly ProviderCall[] = [];

  /** Without the replies that they belong to. */
  get calls(): readonly ProviderCall[] {
    return this.lines.map(({ replyId: _, ...call }) => call);
  }

  async record(calls: readonly ProviderCall[]): Promise<void> {
    this.lines = [...this.lines, ...calls];
  }

  async amend(replyId: string, calls: readonly ProviderCall[]): Promise<void> {
    this.lines = [...this.lines.filter((line) => line.replyId !== replyId), ...calls];
  }

  snapshot(): () => void {
    const before = this.lines;
    return () => {
      this.lines = before;
    };
  }
}

/** Remembers what operators would have seen. */
export class RecordingObserver extends ReplyObserver {
  readonly starts: Parameters<ReplyObserver['started']>[0][] = [];
  readonly ends: Parameters<ReplyObserver['finished']>[0][] = [];
  readonly failures: { readonly what: string; readonly error: unknown }[] = [];

  started(reply: Parameters<ReplyObserver['started']>[0]): void {
    this.starts.push(reply);
  }

  finished(reply: Parameters<ReplyObserver['finished']>[0]): void {
    this.ends.push(reply);
  }

  failed(what: string, error: unknown): void {
    this.failures.push({ what, error });
  }
}

/** A world in which nobody has files. */
export class NoFileContext extends FileContextProvider {
  async check(_asker: Requester, fileIds: readonly string[]): Promise<readonly string[]> {
    if (fileIds.length > 0) throw new FileNotFound();
    return [];
  }

  async load(): Promise<FileContext | undefined> {
    return undefined;
  }

  async canRead(_requester: UserRequester): Promise<boolean> {
    return true;
  }
}

/** Accounts that are as they asked until a test changes them; null: suspended. */
export class FixedRequesters extends Requesters {
  readonly changed = new Map<string, Partial<UserRequester> | null>();

  async find(uid: string): Promise<UserRequester | undefined> {
    return this.current({ uid });
  }

  async current(asked: Pick<UserRequester, 'uid'> & Partial<UserRequester>): Promise<UserRequester | undefined> {
    const changes = this.changed.get(asked.uid);
    const somebody = { kind: 'user', tier: 'free', isAdmin: false, verified: true } as const;
    return changes === null ? undefined : { ...somebody, ...asked, ...changes };
  }
}

/** Every file that is named exists; none has a text. */
export class AnyFiles extends NoFileContext {
  override async check(_asker: Requester, fileIds: readonly string[]): Promise<readonly string[]> {
    return fileIds;
  }
}
