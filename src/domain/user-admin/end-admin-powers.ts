import type { Invitations } from '../accounts/registration/ports.ts';
import type { AdminOverrides, AdminPowers } from '../admin/ports.ts';
import type { Clock } from '../kernel/ports.ts';

/** The override ends, and so do open invitations: whoever has their links could come back with a plan. */
export class EndAdminPowers implements AdminPowers {
  constructor(
    private readonly overrides: Pick<AdminOverrides, 'clear'>,
    private readonly invitations: Pick<Invitations, 'revokeAllBy'>,
    private readonly clock: Clock,
  ) {}

  async clear(uid: string): Promise<void> {
    await this.overrides.clear(uid);
    await this.invitations.revokeAllBy(uid, this.clock.now());
  }
}
