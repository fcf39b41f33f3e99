import { InvalidInput } from './domain-error.ts';

/** Whoever changes something for others says why. */
export const requireReason = (reason: string | undefined): string => {
  if (reason === undefined || reason.trim() === '')
    throw new InvalidInput('Please provide a reason for this change', 'reason');
  return reason.trim();
};
