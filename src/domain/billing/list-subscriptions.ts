import { CustomerNotFound } from './errors.ts';
import type { Payments } from './ports.ts';
import type { ProviderSubscription } from './subscription.ts';

/** The subscriptions that the provider has of a customer; none of one that it does not know. */
export const listSubscriptions = async (
  payments: Payments,
  customerId: string,
): Promise<readonly ProviderSubscription[]> => {
  try {
    return await payments.listByCustomer(customerId);
  } catch (error) {
    if (error instanceof CustomerNotFound) return [];
    throw error;
  }
};
