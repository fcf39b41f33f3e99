import type { ChainEnd } from './entry.ts';
import type { AuditLog } from './ports.ts';
import type { AuditVerdict, VerifyAudit } from './verify-audit.ts';

/** Verifies the chain for a person, which is an entry itself. */
export class CheckAudit {
  constructor(
    private readonly verify: VerifyAudit,
    private readonly audit: AuditLog,
  ) {}

  async execute(noted?: ChainEnd): Promise<AuditVerdict> {
    const verdict = await this.verify.execute(noted);
    const { checked, fault } = verdict;
    await this.audit.record({ action: 'audit.verify', details: { checked, fault } });
    return verdict;
  }
}
