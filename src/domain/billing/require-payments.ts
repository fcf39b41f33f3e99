import { PaymentsDisabled } from './errors.ts';
import type { Payments } from './ports.ts';

/** The provider's name when payments are not configured. */
export const PAYMENTS_OFF = 'off';

/** The name of the provider that takes no money: what it left behind costs nothing, and ends here. */
export const SANDBOX_PAYMENTS = 'sandbox';

/** Throws `PaymentsDisabled` when payments are not configured. */
export const requirePayments = ({ provider }: Payments): void => {
  if (provider === PAYMENTS_OFF) throw new PaymentsDisabled();
};
