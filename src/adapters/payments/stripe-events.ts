import { z } from 'zod';

import { InvalidInput } from '../../domain/kernel/domain-error.ts';
import type { PaymentEvent } from '../../domain/billing/ports.ts';

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
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
