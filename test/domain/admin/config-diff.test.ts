import { diffDocuments, listLeaves, findOrigins } from '../../../src/domain/admin/config-diff.ts';

const BASE = {
  a: { b: 1, c: 'x' },
  list: ['p', 'q'],
  models: [
    { id: 'm.1', on: true },
    { id: 'n', on: false },
  ],
  none: [],
};

test('the single values of a document stand under their paths, items of a list under their id', () => {
  expect(listLeaves(BASE).map(({ path, value }) => [path.join('/'), value])).toEqual([
    ['a/b', 1],
    ['a/c', 'x'],
    ['list', ['p', 'q']],
    ['models', ['m.1', 'n']],
    ['models/m.1/on', true],
    ['models/n/on', false],
    ['none', []],
  ]);
});

test('a change tells what was and what is; what came has no past and what went no future', () => {
  const after = {
    a: { b: 2, d: null },
    list: ['q', 'p'],
    models: [
      { id: 'n', on: false },
      { id: 'o', on: true },
    ],
    none: [],
  };
  expect(diffDocuments(BASE, after)).toEqual([
    { path: ['a', 'b'], from: 1, to: 2 },
    { path: ['a', 'd'], to: null },
    { path: ['list'], from: ['p', 'q'], to: ['q', 'p'] },
    { path: ['models'], from: ['m.1', 'n'], to: ['n', 'o'] },
    { path: ['models', 'o', 'on'], to: true },
    { path: ['a', 'c'], from: 'x' },
    { path: ['models', 'm.1', 'on'], from: true },
  ]);
  expect(diffDocuments(BASE, structuredClone(BASE))).toEqual([]);
});

test('a value comes from an admin where it is not as it was, else from the environment or the product', () => {
  expect(findOrigins({ a: { b: 2, c: 'x', d: 1 }, list: ['p', 'q'] }, BASE, ['a.b', 'list'])).toEqual({
    'a.b': 'admin',
    'a.c': 'default',
    'a.d': 'admin',
    list: 'environment',
  });
});
