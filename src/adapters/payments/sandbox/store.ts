import { z } from 'zod';

import type { SandboxRecords } from '../../../domain/billing/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import { PAID_TIERS } from '../../../shared/tiers.ts';

const tier = z.enum(PAID_TIERS);

const session = z.object({
  id: z.string(),
  customerId: z.string(),
  email: z.string().nullable(),
  tier,
  state: z.enum(['open', 'paid', 'expired']),
  /** The last payment attempt was declined. */
  declined: z.boolean(),
  expiresAt: z.number(),
});

const subscription = z.object({
  id: z.string(),
  customerId: z.string(),
  email: z.string().nullable(),
  tier,
  state: z.enum(['active', 'past_due', 'ended']),
  cancelAtPeriodEnd: z.boolean(),
  /** The plan from the next period on. Records from before downgrades have none. */
  nextTier: tier.nullable().default(null),
  currentPeriodEnd: z.number(),
});

const event = z.object({ id: z.string(), type: z.string(), created: z.number(), subscription: z.string().nullable() });
const customer = z.object({ id: z.string(), email: z.string().nullable() });

export type SandboxSession = z.output<typeof session>;
export type SandboxSubscription = z.output<typeof subscription>;
export type SandboxEvent = z.output<typeof event>;

const MAX_ATTEMPTS = 10;

/** Records of one kind, found by id or owner. */
export class RecordStore<T> {
  constructor(
    private readonly kind: string,
    private readonly schema: z.ZodType<T>,
    private readonly records: SandboxRecords,
    private readonly clock: Clock,
  ) {}

  async find(id: string): Promise<T | undefined> {
    const record = await this.records.find(this.kind, id);
    return record && this.schema.parse(JSON.parse(record.body));
  }

  async listByOwner(owner: string, limit: number): Promise<T[]> {
    return (await this.records.listByOwner(this.kind, owner, limit)).map(({ body }) =>
      this.schema.parse(JSON.parse(body)),
    );
  }

  /** False when the id is taken. */
  add(id: string, owner: string, value: T): Promise<boolean> {
    return this.records.save({
      kind: this.kind,
      id,
      owner,
      body: JSON.stringify(value),
      revision: 1,
      at: this.clock.now(),
    });
  }

  /** Returns the changed record; `change` returns undefined to leave it. Concurrent changes are both applied. */
  async update(id: string, change: (value: T) => T | undefined): Promise<T | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const record = await this.records.find(this.kind, id);
      if (!record) return undefined;
      const value = this.schema.parse(JSON.parse(record.body));
      const changed = change(value);
      if (changed === undefined) return value;
      if (await this.records.save({ ...record, body: JSON.stringify(changed), revision: record.revision + 1 }))
        return changed;
    }
    throw new Error(`The ${this.kind} changes too fast.`);
  }
}

/** All state of the sandbox. */
export class SandboxStore {
  readonly customers: RecordStore<z.output<typeof customer>>;
  readonly sessions: RecordStore<SandboxSession>;
  readonly subscriptions: RecordStore<SandboxSubscription>;
  readonly events: RecordStore<SandboxEvent>;

  constructor(records: SandboxRecords, clock: Clock) {
    this.customers = new RecordStore('payment-customer', customer, records, clock);
    this.sessions = new RecordStore('checkout-session', session, records, clock);
    this.subscriptions = new RecordStore('subscription', subscription, records, clock);
    this.events = new RecordStore('payment-event', event, records, clock);
  }
}
