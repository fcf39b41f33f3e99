import { FileUnreadable } from '../../domain/files/errors.ts';
import { FILE_FAILURES, type FileFailureKey, formatFileFailure } from '../../shared/file-failures.ts';

export const damaged = (cause?: unknown): FileUnreadable => new FileUnreadable('damaged', FILE_FAILURES.damaged, cause);

export const tooLarge = (key: FileFailureKey, values: Readonly<Record<string, number>> = {}): FileUnreadable =>
  new FileUnreadable('too large', formatFileFailure(key, values));

export const noText = (key: 'withoutText' | 'imageWithoutText' = 'withoutText'): FileUnreadable =>
  new FileUnreadable('no text', FILE_FAILURES[key]);

export const encrypted = (): FileUnreadable => new FileUnreadable('encrypted', FILE_FAILURES.encrypted);
