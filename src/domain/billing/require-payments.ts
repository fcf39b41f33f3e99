import { PaymentsDisabled } from './errors.ts';
import type { Payments } from './ports.ts';

/** The provider's name where nothing is sold. */
export const PAYMENTS_OFF = 'off';

/** Throws `PaymentsDisabled` where nothing is sold, before anything else is said. */
export const requirePayments = ({ provider }: Payments): void => {
  if (provider === PAYMENTS_OFF) throw new PaymentsDisabled();
};
