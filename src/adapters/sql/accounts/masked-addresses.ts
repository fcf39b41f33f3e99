import type { Knex } from 'knex';

import { maskEmail, maskPhone } from '../../../domain/kernel/mask.ts';
import { inBatches } from '../batches.ts';

/** `a•••@example.org` by uid, for logs; nothing for accounts that do not exist. */
export const maskedAddresses = async (
  connection: Knex,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const batch of inBatches([...new Set(uids)])) {
    const rows: { uid: string; email: string | null; phone_number: string | null }[] = await connection('users')
      .whereIn('uid', batch)
      .select('uid', 'email', 'phone_number');
    for (const { uid, email, phone_number: phone } of rows) {
      if (email !== null) found.set(uid, maskEmail(email));
      else if (phone !== null) found.set(uid, maskPhone(phone));
    }
  }
  return found;
};
