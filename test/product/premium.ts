import { USER_COUNTS } from '../../src/adapters/sql/accounts/user-rows.ts';
import type { Product } from '../support/parley.ts';
import { Caller, newPerson } from './client.ts';

type Plan = 'free' | 'basic' | 'premium';

/** Gives an account a plan as if it had been paid for. */
export const setPlan = async (
  { database }: Pick<Product, 'database'>,
  email: string,
  subscription: Plan,
): Promise<void> => {
  await database.connection('users').where({ email }).update({ subscription, own_tier: subscription });
  database.recordChange(USER_COUNTS);
};

/** A new account with Premium, signed in; `byKey` is its program, with the key it was given. */
export const newPremiumPerson = async (product: Pick<Product, 'database' | 'url'>) => {
  const person = await newPerson(product.url);
  await setPlan(product, person.email, 'premium');
  const { json } = await person.post('/api/account/api-key');
  const key = String((json as { secret: string }).secret);
  return { person, key, byKey: new Caller(product.url, { Authorization: `Bearer ${key}` }) };
};
