import { createHash } from 'node:crypto';

import type { Blobs } from '../../src/domain/files/ports/blobs.ts';

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const listed = async (blobs: Blobs): Promise<string[]> => {
  const all: string[] = [];
  for await (const page of blobs.list()) all.push(...page);
  return all.sort();
};

/** What all Blobs must do. `create` makes empty ones. */
export const behavesLikeBlobs = (name: string, create: () => Promise<Blobs>): void => {
  describe(`${name}: bytes by their content`, () => {
    const some = Array.from({ length: 5 }, (_, index) => Buffer.from(`content ${index} \0 größer`));

    test('come back as they were put, large and empty ones too', async () => {
      const blobs = await create();
      for (const bytes of [...some, Buffer.alloc(0), Buffer.alloc(3_000_000, 7)]) {
        await blobs.put(hashOf(bytes), bytes);
        const found = await blobs.get(hashOf(bytes));
        expect(found && Buffer.compare(found, bytes)).toBe(0);
      }
    });

    test('put twice, also at once, are there once', async () => {
      const blobs = await create();
      const [bytes = Buffer.alloc(1)] = some;
      await Promise.all(Array.from({ length: 5 }, () => blobs.put(hashOf(bytes), bytes)));
      await blobs.put(hashOf(bytes), bytes);
      expect(await listed(blobs)).toEqual([hashOf(bytes)]);
    });

    test('are gone when they are removed, and removing them again is no fault', async () => {
      const blobs = await create();
      const [bytes = Buffer.alloc(1), other = Buffer.alloc(2)] = some;
      await blobs.put(hashOf(bytes), bytes);
      await blobs.put(hashOf(other), other);
      await blobs.remove(hashOf(bytes));
      await blobs.remove(hashOf(bytes));
      expect([await blobs.get(hashOf(bytes)), await listed(blobs)]).toEqual([undefined, [hashOf(other)]]);
    });

    test('have one owner, who is neither listed nor gone with them', async () => {
      const blobs = await create();
      await blobs.setOwner('one');
      await blobs.setOwner('other');
      expect([await blobs.getOwner(), await listed(blobs)]).toEqual(['other', []]);
    });

    test('are listed all, in pages', async () => {
      const blobs = await create();
      expect(await listed(blobs)).toEqual([]);
      for (const bytes of some) await blobs.put(hashOf(bytes), bytes);
      expect(await listed(blobs)).toEqual(some.map(hashOf).sort());
    });
  });
};
