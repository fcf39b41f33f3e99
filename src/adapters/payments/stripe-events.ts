import { z } from 'zod';

import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { PaymentEvent, PaymentNotice, PaymentNoticeKind } from '../../domain/billing/ports.ts';

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

/** Events have the format of the endpoint's API version, so both places of an invoice's subscription are read. */
const eventSchema = z.object({
  id: z.string().min(1).max(100),
  type: z.string().max(200),
  created: z.number(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string().optional(),
      subscription: reference,
      /** Of a subscription schedule that no longer rules it. */
      released_subscription: reference,
      /** Of charges. */
      customer: reference.catch(undefined),
      refunded: z.boolean().nullish().catch(undefined),
      /** Of disputes. */
      charge: reference.catch(undefined),
      status: z.string().nullish().catch(undefined),
      parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
    }),
  }),
});

/** The event of a signed message. Throws `InvalidInput` for anything else. */
export const parseEvent = (body: string): PaymentEvent => {
  const parsed = eventSchema.safeParse(parseJson(body));
  if (!parsed.success) throw new InvalidInput('The message is not an event', 'body');
  const {
    id,
    type,
    created,
    data: { object: object },
  } = parsed.data;
  const subscriptionId =
    object.subscription ??
    object.parent?.subscription_details?.subscription ??
    object.released_subscription ??
    undefined;
  return {
    id,
    type,
    at: created * 1000,
    subscriptionId: object.object === 'subscription' ? object.id : subscriptionId,
    notice: toNotice(type, object),
  };
};

type EventObject = z.output<typeof eventSchema>['data']['object'];

/** A dispute that was closed as a mere inquiry (`warning_closed`) took no money. */
const DISPUTE_OUTCOMES: ReadonlyMap<string, PaymentNoticeKind> = new Map([
  ['won', 'dispute-won'],
  ['lost', 'dispute-lost'],
]);

const NOTICES: ReadonlyMap<string, (object: EventObject) => PaymentNoticeKind | undefined> = new Map([
  ['charge.refunded', ({ refunded }: EventObject) => (refunded === false ? 'partly-refunded' : 'refunded')],
  ['charge.dispute.created', () => 'disputed'],
  ['charge.dispute.closed', ({ status }: EventObject) => DISPUTE_OUTCOMES.get(status ?? '')],
]);

const toNotice = (type: string, object: EventObject): PaymentNotice | undefined => {
  const kind = NOTICES.get(type)?.(object);
  const paymentId = object.charge ?? object.id;
  return kind && paymentId !== undefined ? { kind, paymentId, customerId: object.customer ?? undefined } : undefined;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
