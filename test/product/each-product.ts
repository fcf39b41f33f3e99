import { describeEachDatabase } from '../support/databases.ts';
import { type Product, startProduct } from '../support/parley.ts';
import type { OpenAiServerOptions } from '../vendors/openai-server.ts';

export interface Set {
  readonly env?: Readonly<Record<string, string>>;
  readonly upstream?: OpenAiServerOptions;
}

/** Declares the same tests on SQLite and on MySQL or MariaDB; `product()` is one running product for all of them. */
export const describeEachProduct = ({ env, upstream }: Set, body: (product: () => Product) => void): void => {
  describeEachDatabase(({ freshUrl }) => {
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
  });
};
