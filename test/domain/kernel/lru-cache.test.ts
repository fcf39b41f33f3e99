import { LruCache } from '../../../src/domain/kernel/lru-cache.ts';

const sized = (size: number) => ({ size });
const sizeOf = ({ size }: { size: number }): number => size;

test('evicts the entry that was used least recently, by number', () => {
  const cache = new LruCache<{ size: number }>({ maxEntries: 2 });
  cache.set('a', sized(1));
  cache.set('b', sized(2));
  expect(cache.get('a')).toEqual(sized(1));
  cache.set('c', sized(3));
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([sized(1), undefined, sized(3)]);
});

test('evicts as many as it takes, by size; a replaced or deleted entry counts no longer', () => {
  const cache = new LruCache({ maxSize: 10, sizeOf });
  cache.set('a', sized(4));
  cache.set('b', sized(4));
  cache.set('b', sized(6));
  expect(cache.get('a')).toEqual(sized(4));
  cache.delete('b');
  cache.set('c', sized(6));
  expect(cache.get('a')).toEqual(sized(4));
  cache.set('d', sized(9));
  expect([cache.get('a'), cache.get('c'), cache.get('d')]).toEqual([undefined, undefined, sized(9)]);
});

test('does not hold an entry that is larger than the whole cache, nor evict others for it', () => {
  const cache = new LruCache({ maxSize: 10, sizeOf });
  cache.set('small', sized(1));
  cache.set('a', sized(2));
  cache.set('a', sized(11));
  expect([cache.get('a'), cache.get('small')]).toEqual([undefined, sized(1)]);
  cache.set('b', sized(10));
  expect(cache.get('b')).toEqual(sized(10));
  cache.clear();
  cache.set('c', sized(10));
  expect([cache.get('b'), cache.get('c')]).toEqual([undefined, sized(10)]);
});
