import type { Clock } from '../kernel/ports.ts';
import { OFF } from './payments-on.ts';
import type { Chores, Customer, PaymentCustomers, PaymentEvents, Payments, Subscriptions } from './ports.ts';
import type { SyncSubscription } from './sync-subscription.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LOOK_MS = 10 * MINUTE_MS;
/** A run that takes longer, or was cut off, is taken over by another process. */
const LEASE_MS = 30 * MINUTE_MS;
/** A page on which nothing was paid for so long is given up; providers close theirs within a day. */
const CHECKOUT_MS = 3 * DAY_MS;
const GRACE_MS = 3 * DAY_MS;
const EVENTS_KEPT_MS = 90 * DAY_MS;
const PAGE = 100;
const NAME = 'reconcile-subscriptions';

interface Tools {
  readonly payments: Payments;
  readonly customers: PaymentCustomers;
  readonly subscriptions: Subscriptions;
  readonly events: PaymentEvents;
  readonly chores: Chores;
  readonly sync: SyncSubscription;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/** Once a day, in one process, asks the provider about everybody who pays: a message that never came is made up for. */
export class ReconcileSubscriptions {
  private readonly tools: Tools;

  constructor(tools: Tools) {
    this.tools = tools;
  }

  /** Looks every ten minutes whether it is due, until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, failed } = this.tools;
    await clock.sleep(MINUTE_MS, signal);
    while (!signal.aborted) {
      await this.runIfDue(signal).catch((error: unknown) => failed('checking subscriptions', error));
      await clock.sleep(LOOK_MS, signal);
    }
  }

  /** True when it was due and nobody else did it. */
  async runIfDue(signal: AbortSignal): Promise<boolean> {
    const { chores, clock, events } = this.tools;
    const now = clock.now();
    if (!(await chores.take(NAME, now, now + LEASE_MS))) return false;
    await this.askAboutCustomers(now, signal);
    await this.endStranded(now);
    await events.sweep(now - EVENTS_KEPT_MS);
    if (!signal.aborted) await chores.putOff(NAME, now + DAY_MS);
    return true;
  }

  private async askAboutCustomers(now: number, signal: AbortSignal): Promise<void> {
    const { payments, customers } = this.tools;
    if (payments.provider === OFF) return;
    for (let afterUid = ''; !signal.aborted;) {
      const page = await customers.toCheck({
        provider: payments.provider,
        afterUid,
        since: now - CHECKOUT_MS,
        limit: PAGE,
      });
      for (const customer of page) if (!signal.aborted) await this.ask(customer);
      if (page.length < PAGE) return;
      afterUid = page.at(-1)?.uid ?? '';
    }
  }

  /** One that cannot be asked about now is asked about tomorrow, and keeps nobody else waiting. */
  private async ask({ uid, customerId }: Customer): Promise<void> {
    const { payments, subscriptions, sync, failed } = this.tools;
    try {
      const told = (await payments.ofCustomer(customerId)).map(({ id }) => id);
      const ours = (await subscriptions.ofUser(uid)).filter(
        ({ provider, state }) => provider === payments.provider && state !== 'ended',
      );
      for (const id of new Set([...told, ...ours.map((one) => one.id)])) await sync.execute(id);
      await sync.endSuperseded(uid);
    } catch (error) {
      failed('checking a subscription', error);
    }
  }

  private async endStranded(now: number): Promise<void> {
    const { payments, subscriptions, sync } = this.tools;
    for (const one of await subscriptions.stranded(payments.provider, now - GRACE_MS, PAGE)) {
      await sync.forget(one).catch((error: unknown) => this.tools.failed('ending a subscription', error));
    }
  }
}
