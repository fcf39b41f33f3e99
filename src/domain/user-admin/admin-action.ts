import { InvalidInput } from '../kernel/domain-error.ts';

/** Whoever changes something of somebody else says why. */
export const requireReason = (reason: string | undefined): string => {
  if (reason === undefined || reason.trim() === '')
    throw new InvalidInput('Please provide a reason for this change', 'reason');
  return reason.trim();
};

/** The admin who acts. */
export interface ActingAdmin {
  readonly uid: string;
  readonly name: string;
}

/** One thing done to one account. */
export interface AdminAction {
  readonly admin: ActingAdmin;
  readonly uid: string;
  readonly reason: string | undefined;
}
