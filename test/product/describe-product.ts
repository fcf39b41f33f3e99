import { describeMysql, describeSqlite, type TestDatabases } from '../support/databases.ts';
import { type Product, startProduct } from '../support/parley.ts';
import type { OpenAiServerOptions } from '../vendors/openai-server.ts';

interface ProductOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly upstream?: OpenAiServerOptions;
}

type Body = (product: () => Product) => void;

const onProduct =
  ({ env, upstream }: ProductOptions, body: Body) =>
  ({ migratedUrl }: TestDatabases): void => {
    // A block of its own: the product ends before its database goes.
    describe('the product', () => {
      let product: Product | undefined;
      beforeAll(async () => {
        product = await startProduct(await migratedUrl(), env, upstream);
      }, 60_000);
      afterAll(() => product?.stop());
      body(() => {
        if (!product) throw new Error('asked for before it was started');
        return product;
      });
    });
  };

/**
 * On SQLite; `product()` is one running product for all tests. What hangs on the engine is in test/adapters/sql and in
 * the smoke tests on MariaDB.
 */
export const describeProduct = (options: ProductOptions, body: Body): void => describeSqlite(onProduct(options, body));

/** For the smoke tests: the same product on MySQL or MariaDB. */
export const describeProductOnMysql = (options: ProductOptions, body: Body): void =>
  describeMysql(onProduct(options, body));
