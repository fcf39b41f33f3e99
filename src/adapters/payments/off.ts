import { z } from 'zod';

import { PaymentsDisabled } from '../../domain/billing/errors.ts';
import { PAYMENTS_OFF } from '../../domain/billing/require-payments.ts';
import { Payments } from '../../domain/billing/ports.ts';
import { paymentProvider } from './provider.ts';

/** No payments. */
export const off = paymentProvider({
  id: PAYMENTS_OFF,
  label: 'Off',
  settings: z.object({}),
  connect: async () => () => ({ payments: new NoPayments() }),
});

const refuse = async (): Promise<never> => {
  throw new PaymentsDisabled();
};

class NoPayments extends Payments {
  readonly provider = PAYMENTS_OFF;
  readonly signatureHeader = undefined;
  readonly createCustomer = refuse;
  readonly changeEmail = refuse;
  readonly createCheckout = refuse;
  readonly closeCheckouts = refuse;
  readonly find = refuse;
  readonly listByCustomer = refuse;
  readonly cancelAtPeriodEnd = refuse;
  readonly resume = refuse;
  readonly scheduleDowngrade = refuse;
  readonly cancelDowngrade = refuse;
  readonly cancelImmediately = refuse;
  readonly createPortalUrl = refuse;

  parseEvent(): never {
    throw new PaymentsDisabled();
  }
}
