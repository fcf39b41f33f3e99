import { describeEachDatabase, describeOneDatabase, type TestDatabases } from '../support/databases.ts';
import { type Product, startProduct } from '../support/parley.ts';
import type { OpenAiServerOptions } from '../vendors/openai-server.ts';

export interface Set {
  readonly env?: Readonly<Record<string, string>>;
  readonly upstream?: OpenAiServerOptions;
}

type Body = (product: () => Product) => void;

const onProduct =
  ({ env, upstream }: Set, body: Body) =>
  ({ freshUrl }: TestDatabases): void => {
    // A block of its own: the product ends before its database goes.
    describe('the product', () => {
      let product: Product | undefined;
      beforeAll(async () => {
        product = await startProduct(await freshUrl(), env, upstream);
      }, 60_000);
      afterAll(() => product?.stop());
      body(() => {
        if (!product) throw new Error('asked for before it was started');
        return product;
      });
    });
  };

/** Declares the same tests on SQLite and on MySQL or MariaDB; `product()` is one running product for all of them. */
export const describeEachProduct = (set: Set, body: Body): void => describeEachDatabase(onProduct(set, body));

/** The same on one database only, for what is refused before any is asked. */
export const describeOneProduct = (set: Set, body: Body): void => describeOneDatabase(onProduct(set, body));
