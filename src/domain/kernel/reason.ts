import { REASON_REQUIRED } from '../../shared/text.ts';
import { InvalidInput } from './domain-error.ts';

export const requireReason = (reason: string | undefined): string => {
  if (reason === undefined || reason.trim() === '') throw new InvalidInput(REASON_REQUIRED, 'reason');
  return reason.trim();
};
