import { z } from 'zod';

import { PaymentsOff } from '../../domain/billing/errors.ts';
import { OFF } from '../../domain/billing/payments-on.ts';
import { Payments } from '../../domain/billing/ports.ts';
import { paymentProvider } from './provider.ts';

/** Sells nothing. */
export const off = paymentProvider({
  id: OFF,
  label: 'Off',
  settings: z.object({}),
  load: async () => () => ({ payments: new NoPayments() }),
});

const refuse = async (): Promise<never> => {
  throw new PaymentsOff();
};

class NoPayments extends Payments {
  readonly provider = OFF;
  readonly signatureHeader = undefined;
  readonly customer = refuse;
  readonly checkout = refuse;
  readonly find = refuse;
  readonly ofCustomer = refuse;
  readonly cancelAtPeriodEnd = refuse;
  readonly end = refuse;
  readonly portal = refuse;

  read(): never {
    throw new PaymentsOff();
  }
}
