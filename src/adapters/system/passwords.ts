import { hash, verify } from '@node-rs/argon2';

import { Passwords } from '../../domain/accounts/ports.ts';

/** OWASP's smallest argon2id setting: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id (the library's default). An unknown account is checked against a hash of nothing that anybody knows. */
export class Argon2Passwords extends Passwords {
  private readonly decoy: Promise<string>;

  /** `unguessable` is what the decoy hash is made of. */
  constructor(unguessable: string) {
    super();
    this.decoy = hash(unguessable, COST);
  }

  hash(password: string): Promise<string> {
    return hash(password, COST);
  }

  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const right = await verify(stored ?? (await this.decoy), password);
    return right && stored !== undefined;
  }
}
