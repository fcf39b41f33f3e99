import { NotAuthenticated } from './errors.ts';
import type { UserRepository } from './ports.ts';
import type { User } from './user.ts';

/** Changes the display name of an account. */
export class RenameUser {
  constructor(private readonly users: UserRepository) {}

  async execute(uid: string, name: string): Promise<User> {
    await this.users.setName(uid, name);
    const user = await this.users.find(uid);
    if (!user) throw new NotAuthenticated();
    return user;
  }
}
