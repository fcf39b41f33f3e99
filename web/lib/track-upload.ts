import { fileClasses } from '../../src/contract/file-classes.ts';
import { trackEvent } from './analytics.ts';

/** Tracks an upload by classes of type and size. */
export const trackUpload = (file: Pick<File, 'type' | 'size'>): void =>
  trackEvent({ name: 'file_upload', ...fileClasses(file) });
