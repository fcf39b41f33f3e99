import { AsyncLocalStorage } from 'node:async_hooks';

import type { AuditOrigin, AuditTarget } from '../../domain/audit/entry.ts';
import { AuditContext, type RequestClient } from '../../domain/audit/ports.ts';
import type { Language } from '../../shared/languages.ts';

interface Scope {
  readonly origin: AuditOrigin;
  readonly client: RequestClient;
  target: AuditTarget | undefined;
}

const NO_CLIENT: RequestClient = { userAgent: '', language: undefined };
const SERVER: AuditOrigin = { actor: { kind: 'system', uid: null }, way: 'job', address: null };

/**
 * Only audited requests open a context, and it is disabled while none is open: Node 20 would otherwise track every
 * promise of the process, which costs every token of every stream.
 */
export class AsyncAuditContext extends AuditContext {
  private readonly storage = new AsyncLocalStorage<Scope>();
  private open = 0;

  async run<T>(origin: AuditOrigin, work: () => Promise<T>, client = NO_CLIENT): Promise<T> {
    this.open += 1;
    try {
      return await this.storage.run({ origin, client, target: undefined }, work);
    } finally {
      this.open -= 1;
      if (this.open === 0) this.storage.disable();
    }
  }

  current(): AuditOrigin {
    return this.storage.getStore()?.origin ?? SERVER;
  }

  userAgent(): string {
    return this.storage.getStore()?.client.userAgent ?? '';
  }

  language(): Language | undefined {
    return this.storage.getStore()?.client.language;
  }

  target(): AuditTarget | undefined {
    return this.storage.getStore()?.target;
  }

  setTarget(target: AuditTarget): void {
    const scope = this.storage.getStore();
    if (scope) scope.target = target;
  }
}
