import { FileUnreadable } from '../../domain/files/errors.ts';

export const damaged = (cause?: unknown): FileUnreadable =>
  new FileUnreadable('damaged', 'It is damaged or incomplete and cannot be read.', cause);

export const tooLarge = (what: string): FileUnreadable =>
  new FileUnreadable('too large', `It is too large to be read: ${what}.`);

export const noText = (what = 'There is no text in this file.'): FileUnreadable => new FileUnreadable('no text', what);

export const encrypted = (): FileUnreadable =>
  new FileUnreadable('encrypted', 'It is protected with a password. Save it without one and try again.');
