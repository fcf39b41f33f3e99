import type { Clock } from '../kernel/ports.ts';
import type { AuditChain } from './chain.ts';
import { detailsJson } from './details.ts';
import type { AuditEvent, AuditOrigin, AuditRecord, AuditTarget } from './entry.ts';
import { type AuditContext, AuditLog, type AuditStore } from './ports.ts';

const MAX_ID_LENGTH = 191;

/** Writes entries into the chain. */
export class AuditTrail extends AuditLog {
  constructor(
    private readonly store: AuditStore,
    private readonly chain: AuditChain,
    private readonly context: AuditContext,
    private readonly clock: Clock,
  ) {
    super();
  }

  record(event: AuditEvent): Promise<void> {
    return this.append({ ...this.toRecord(event), outcome: 'done' });
  }

  origin(): AuditOrigin {
    return this.context.current();
  }

  concerns(target: AuditTarget): void {
    this.context.setTarget(target);
  }

  /** For entries whose origin is not the current context's. */
  append(record: AuditRecord): Promise<void> {
    return this.store.append(record, (labelled, previous) => this.chain.link(labelled, previous));
  }

  private toRecord({ action, target, details, uid, origin = this.origin() }: AuditEvent): Omit<AuditRecord, 'outcome'> {
    return {
      ...origin,
      actor: uid === undefined ? origin.actor : { kind: 'user', uid },
      at: this.clock.now(),
      action,
      target: target ? { ...target, id: target.id.slice(0, MAX_ID_LENGTH) } : null,
      details: detailsJson(details),
    };
  }
}
