import { InvalidInput } from './domain-error.ts';

export const requireReason = (reason: string | undefined): string => {
  if (reason === undefined || reason.trim() === '')
    throw new InvalidInput('Please provide a reason for this change', 'reason');
  return reason.trim();
};
