import type { EmbeddingModels } from '../../src/domain/retrieval/ports.ts';

/** What every source of vectors must do. */
export const behavesLikeEmbeddingModels = (name: string, create: () => Promise<EmbeddingModels>): void => {
  describe(`${name}: embedding models`, () => {
    const { signal } = new AbortController();
    const lengthOf = (vector: Float32Array) => Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));

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
        expect(lengthOf(vector)).toBeCloseTo(1);
        if (at % 2 === 0) expect(vector).toEqual(car);
      }
      expect(vectors[1]).toEqual(cat);
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
