import type { EmbeddingModels } from '../../src/domain/retrieval/ports.ts';

/** What every source of vectors must do. */
export const behavesLikeEmbeddingModels = (name: string, create: () => Promise<EmbeddingModels>): void => {
  describe(`${name}: embedding models`, () => {
    const { signal } = new AbortController();
    const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, part, at) => sum + part * (b[at] ?? NaN), 0);
    /** A server adds up in the order of the batch, so the last digits of a vector depend on its neighbours. */
    const expectEqual = (a: Float32Array | undefined, b: Float32Array | undefined) =>
      expect(product(a ?? new Float32Array(1), b ?? new Float32Array(1))).toBeCloseTo(1, 5);

    test('give one vector of length one per text, in their order, whatever else is embedded with it', async () => {
      const { current } = await create();
      const texts = Array.from({ length: 70 }, (_, at) =>
        at % 2 === 0 ? 'the red car' : `a cat ${'rain '.repeat(at)}`,
      );
      const { vectors } = await current.embed(texts, 'document', signal);
      const [car, cat] = (await current.embed(['the red car', 'a cat rain'], 'document', signal)).vectors;
      expect(vectors).toHaveLength(texts.length);
      for (const [at, vector] of vectors.entries()) {
        expect(vector).toHaveLength(current.collection.dimensions);
        expect(product(vector, vector)).toBeCloseTo(1);
        if (at % 2 === 0) expectEqual(vector, car);
      }
      expectEqual(vectors[1], cat);
    });

    test('give finite vectors for texts without any word, and nothing for no text', async () => {
      const { current } = await create();
      const { vectors } = await current.embed(['', ' \n ', '\u0000…🥞'], 'query', signal);
      expect(vectors).toHaveLength(3);
      expect(vectors.every((vector) => vector.every(Number.isFinite))).toBe(true);
      expect((await current.embed([], 'query', signal)).vectors).toEqual([]);
    });

    test('name model and length of their collections, and find their own again', async () => {
      const models = await create();
      const { collection } = models.current;
      expect(collection.version).toMatch(new RegExp(`^[^@]+@${collection.dimensions}$`));
      expect(models.find(collection.version)?.collection).toEqual(collection);
      expect(models.find('nobody/unknown@3')).toBeUndefined();
      expect(models.target).toBe(collection.version);
    });

    test('end when their caller gives up', async () => {
      const { current } = await create();
      const gone = AbortSignal.abort(new Error('gone'));
      const texts = Array.from({ length: 20 }, () => 'the red car');
      await expect(current.embed(texts, 'document', gone)).rejects.toThrow('gone');
    });
  });
};
