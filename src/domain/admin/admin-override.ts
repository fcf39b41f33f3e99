import type { AuditLog } from '../audit/ports.ts';
import type { Clock, Secrets, ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import type { AdminOverrides, Override } from './ports.ts';
import type { OverrideType } from '../../shared/tiers.ts';

const OVERRIDE_TTL_MS = 86_400_000;

/** The tier that an admin acts as; undefined for everybody else. */
export class GetOverride {
  constructor(
    private readonly overrides: AdminOverrides,
    private readonly clock: Clock,
  ) {}

  async execute({ uid, isAdmin }: { readonly uid: string; readonly isAdmin: boolean }): Promise<Override | undefined> {
    return isAdmin ? this.overrides.find(uid, this.clock.now()) : undefined;
  }
}

export interface OverrideInput {
  readonly uid: string;
  /** Of the current session; the override ends with it. */
  readonly token: string;
  /** Undefined ends the override. */
  readonly type: OverrideType | undefined;
}

/** Starts an admin's override for a day, or ends it. */
export class SetOverride {
  constructor(
    private readonly overrides: AdminOverrides,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly events: ServerEventLog,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute({ uid, token, type }: OverrideInput): Promise<Override | undefined> {
    const event = { kind: 'override', level: 'info', uid } as const;
    if (type === undefined) {
      await this.work.run(async () => {
        await this.overrides.clear(uid);
        await this.audit.record({ action: 'override.end' });
      });
      this.events.add({ ...event, detail: 'switched off' });
      return undefined;
    }
    const override = { type, expiresAt: this.clock.now() + OVERRIDE_TTL_MS };
    await this.work.run(async () => {
      await this.overrides.set(uid, this.secrets.digest(token), override);
      await this.audit.record({ action: 'override.start', details: { type } });
    });
    this.events.add({ ...event, detail: `switched on: ${type}` });
    return override;
  }
}
