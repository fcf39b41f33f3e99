import { fixedError } from '../kernel/domain-error.ts';

/** The file is none of the exports that are known. */
export class UnknownExport extends fixedError(
  'invalid',
  'This is no export of LibreChat, Open WebUI or ChatGPT that can be read',
  'VALIDATION_ERROR',
  { field: 'body' },
) {}
