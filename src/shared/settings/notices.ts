import { z } from 'zod';

const MAX_TEXT_LENGTH = 500;

export const NOTICE_TONES = ['info', 'warning'] as const;

const text = z.string().trim().max(MAX_TEXT_LENGTH);

export const notices = z.strictObject({
  announcement: z
    .strictObject({
      isShown: z.boolean().describe('Whether it is on every page; without a text it is not'),
      tone: z.enum(NOTICE_TONES).describe('How it looks'),
      text: text.describe('What everybody reads'),
    })
    .describe('A line at the top of every page'),
  maintenance: z
    .strictObject({
      isOn: z.boolean().describe('Only admins change anything; everybody reads on'),
      text: text.describe('Why, and until when; empty: a general sentence'),
    })
    .describe('Read-only operation'),
});

/** What the operator tells everybody. */
export type Notices = z.output<typeof notices>;

export const DEFAULT_NOTICES: Notices = {
  announcement: { isShown: false, tone: 'info', text: '' },
  maintenance: { isOn: false, text: '' },
};
