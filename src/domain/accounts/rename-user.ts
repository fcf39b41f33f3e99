import type { AuditLog } from '../audit/ports.ts';
import type { UnitOfWork } from '../kernel/ports.ts';
import { NotAuthenticated } from './errors.ts';
import type { UserRepository } from './ports.ts';
import type { User } from './user.ts';

/** Changes the display name of an account. */
export class RenameUser {
  constructor(
    private readonly users: UserRepository,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute(uid: string, name: string): Promise<User> {
    await this.work.run(async () => {
      await this.users.setName(uid, name);
      await this.audit.record({ action: 'account.rename' });
    });
    const user = await this.users.find(uid);
    if (!user) throw new NotAuthenticated();
    return user;
  }
}
