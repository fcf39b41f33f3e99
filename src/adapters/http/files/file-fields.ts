import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import type { UploadedFile } from './uploads.ts';

const MAX_DESCRIPTION_LENGTH = 2000;

/** Of an uploaded form. Throws `InvalidInput`. */
export const toDescription = ({ description = '' }: UploadedFile['fields']): string => {
  if (description.length > MAX_DESCRIPTION_LENGTH)
    throw new InvalidInput(`description: at most ${MAX_DESCRIPTION_LENGTH} characters`, 'description');
  return description.trim();
};
