import type { EmailTexts } from './provider.ts';

export type Wording = readonly [subject: string, opening: string];

/** A mail with what all of its family say. */
export const withFrame = ([subject, opening]: Wording, frame: Omit<EmailTexts, 'subject' | 'opening'>): EmailTexts => ({
  subject,
  opening,
  ...frame,
});
