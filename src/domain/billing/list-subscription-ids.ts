import { CustomerNotFound } from './errors.ts';
import type { Payments } from './ports.ts';

/** The subscriptions that the provider has of a customer; none of one that it does not know. */
export const listSubscriptionIds = async (payments: Payments, customerId: string): Promise<readonly string[]> => {
  try {
    return (await payments.listByCustomer(customerId)).map(({ id }) => id);
  } catch (error) {
    if (error instanceof CustomerNotFound) return [];
    throw error;
  }
};
