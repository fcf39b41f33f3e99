import { DomainError } from '../kernel/domain-error.ts';

/** The file is none of the exports that are known. */
export class UnknownExport extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'VALIDATION_ERROR';

  constructor() {
    super('This is no export of LibreChat, Open WebUI or ChatGPT that can be read', { field: 'body' });
  }
}
