import Stripe from 'stripe';

import { CustomerNotFound, PaymentsFailed } from '../../domain/billing/errors.ts';

/** Maps every provider failure to ours; its message is for the log, without request headers. */
export const callStripe = async <T>(message: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentsFailed) throw error;
    if (isMissingCustomer(error)) throw new CustomerNotFound();
    throw new PaymentsFailed(message, error instanceof Error ? new Error(`${error.name}: ${error.message}`) : error);
  }
};

const isMissingCustomer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.param === 'customer';

/** Undefined where Stripe does not know the object. */
export const unlessMissing = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined;
    throw error;
  }
};

/** A session that was paid or expired meanwhile cannot be expired, and need not be. */
export const unlessInvalid = async (call: () => Promise<unknown>): Promise<void> => {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
};

/**
 * Stripe replays the result of an idempotency key for a day, failures included: after a failure of its server the same
 * is asked once more without that key.
 */
export const afterServerError = async <T>(call: () => Promise<T>, again: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeAPIError)) throw error;
    return again();
  }
};
