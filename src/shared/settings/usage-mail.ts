import { z } from 'zod';

/** In the order of `Date.getUTCDay`. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export const usageMail = z.strictObject({
  isOn: z.boolean().describe('Whether admins with a verified address get a summary of the last seven days each week'),
  weekday: z.enum(WEEKDAYS).describe('The day on which it is sent, after 07:00 UTC'),
});

/** The weekly mail to admins. */
export type UsageMailConfig = z.output<typeof usageMail>;

/** Off: a server mails nobody regularly before somebody wants it. */
export const DEFAULT_USAGE_MAIL: UsageMailConfig = { isOn: false, weekday: 'monday' };
