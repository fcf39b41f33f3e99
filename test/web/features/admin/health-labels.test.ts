import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEPENDENCY_LABELS } from '../../../../web/features/admin/overview/dependency-labels.ts';

test('every connection that the server tests has a name in the reader’s language', () => {
  const text = readFileSync(join(process.cwd(), 'src/container/connection-checks.ts'), 'utf8');
  const needs = [...text.matchAll(/(?:need: |\bcheck\()'([a-z-]+)'/g)].map(([, need = '']) => need);
  expect(needs.length).toBeGreaterThan(10);
  expect(needs.filter((need) => !(need in DEPENDENCY_LABELS))).toEqual([]);
});
