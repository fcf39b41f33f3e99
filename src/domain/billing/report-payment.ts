import type { Clock, ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import type {
  AccountTiers,
  PaymentCustomers,
  PaymentEvent,
  PaymentEvents,
  PaymentNotice,
  PaymentNoticeKind,
} from './ports.ts';

export interface ReportPaymentDeps {
  readonly customers: PaymentCustomers;
  readonly events: PaymentEvents;
  readonly tiers: Pick<AccountTiers, 'lock'>;
  readonly log: ServerEventLog;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

const DETAILS: Readonly<Record<PaymentNoticeKind, string>> = {
  refunded: 'A payment was refunded; the plan goes on until its subscription is cancelled',
  'partly-refunded': 'A payment was refunded in part',
  disputed: 'A payment is disputed; the plan goes on until its subscription is cancelled',
  'dispute-won': 'The dispute of a payment was won',
  'dispute-lost': 'The dispute of a payment was lost; the plan goes on until its subscription is cancelled',
};

const LEVELS: Readonly<Record<PaymentNoticeKind, 'info' | 'warn'>> = {
  refunded: 'info',
  'partly-refunded': 'info',
  disputed: 'warn',
  'dispute-won': 'info',
  'dispute-lost': 'warn',
};

/** Tells admins of refunds and disputes, once for each event of the provider. */
export class ReportPayment {
  constructor(private readonly deps: ReportPaymentDeps) {}

  async execute(provider: string, event: Pick<PaymentEvent, 'id'>, notice: PaymentNotice): Promise<void> {
    const { events, log, work, clock } = this.deps;
    const found = await work.run(async () => {
      if (!(await events.add(provider, event.id, clock.now()))) return undefined;
      return { uid: await this.findAccount(provider, notice.customerId) };
    });
    if (!found) return;
    const { kind, paymentId } = notice;
    log.add({ kind: 'payment', level: LEVELS[kind], uid: found.uid, detail: `${DETAILS[kind]} (${paymentId})` });
  }

  /** Null also for a deleted account, which no event may name: the customer outlives it. */
  private async findAccount(provider: string, customerId: string | undefined): Promise<string | null> {
    const uid = customerId === undefined ? undefined : await this.deps.customers.findUid(provider, customerId);
    return uid !== undefined && (await this.deps.tiers.lock(uid)) ? uid : null;
  }
}
