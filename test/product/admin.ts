import type { Product } from '../support/parley.ts';
import { newId, newPerson } from './client.ts';

type Signed = Awaited<ReturnType<typeof newPerson>>;

/** A new account, signed in, with its id. */
export const newSomebody = async ({ url }: Pick<Product, 'url'>, email?: string): Promise<Signed & { uid: string }> => {
  const person = await newPerson(url, email);
  const { json } = await person.get('/api/auth/me');
  return Object.assign(person, { uid: String((json as { user: { uid: string } }).user.uid) });
};

/** A new account that may read what admins see, signed in. */
export const newAuditor = async (product: Pick<Product, 'database' | 'url'>): Promise<Signed & { uid: string }> => {
  const auditor = await newSomebody(product);
  await product.database.connection('users').where({ uid: auditor.uid }).update({ is_auditor: true });
  return auditor;
};

/** A new account with the admin right, signed in. */
export const newAdmin = async (product: Pick<Product, 'database' | 'url'>): Promise<Signed & { uid: string }> => {
  const admin = await newSomebody(product, `admin-${newId().toLowerCase()}@example.org`);
  await product.database.connection('users').where({ uid: admin.uid }).update({ is_admin: true });
  return admin;
};
