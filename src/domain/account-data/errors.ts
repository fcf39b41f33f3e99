import { fixedError } from '../kernel/domain-error.ts';

export class UnknownExport extends fixedError(
  'invalid',
  'This is no export of Parley, LibreChat, Open WebUI or ChatGPT that can be read',
  'VALIDATION_ERROR',
  { field: 'body' },
) {}
