import type { ApiFailure } from './api-error.ts';

/** Asks the person to confirm who they are; false when they leave it. Set by whoever shows the dialog. */
export const reauthentication: { ask: (() => Promise<boolean>) | null } = { ask: null };

/** Whether a refused call may be sent again, because the person has confirmed who they are. */
export const isConfirmed = async ({ code }: ApiFailure): Promise<boolean> =>
  code === 'REAUTHENTICATION_REQUIRED' && ((await reauthentication.ask?.()) ?? false);
