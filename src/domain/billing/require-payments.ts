import { PaymentsDisabled } from './errors.ts';
import type { Payments } from './ports.ts';

/** The provider's name when payments are not configured. */
export const PAYMENTS_OFF = 'off';

/** Throws `PaymentsDisabled` when payments are not configured. */
export const requirePayments = ({ provider }: Payments): void => {
  if (provider === PAYMENTS_OFF) throw new PaymentsDisabled();
};
