import { z } from 'zod';

import { buildOpenApi } from '../../../../src/adapters/http/pages/api-docs.ts';
import { ROUTES } from '../../../../src/contract/all-routes.ts';
import { route } from '../../../../src/contract/route.ts';
import { isRecord } from '../../../../src/shared/schema.ts';

const within = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
const childrenOf = (node: unknown): readonly unknown[] =>
  Array.isArray(node) || isRecord(node) ? Object.values(node) : [];

const refsIn = (node: unknown): readonly string[] => {
  const ref = within(node, '$ref');
  return [...(typeof ref === 'string' ? [ref] : []), ...childrenOf(node).flatMap(refsIn)];
};

/** What a `$ref` of the document means, as a JSON pointer from its root. */
const resolve = (document: unknown, ref: string): unknown =>
  ref
    .slice('#/'.length)
    .split('/')
    .reduce((node, name) => within(node, name.replaceAll('~1', '/').replaceAll('~0', '~')), document);

const unresolved = (document: unknown): readonly string[] =>
  refsIn(document).filter((ref) => !ref.startsWith('#/') || resolve(document, ref) === undefined);

test('every reference of the OpenAPI description leads to a schema of it', () => {
  const document: unknown = JSON.parse(JSON.stringify(buildOpenApi(ROUTES, '1.0.0')));
  expect(refsIn(document).length).toBeGreaterThan(0);
  expect(unresolved(document)).toEqual([]);
  expect(unresolved({ schema: { $ref: '#/$defs/a', $defs: { a: {} } } })).toEqual(['#/$defs/a']);
});

test('two calls with schemas that contain themselves keep each their own', () => {
  const tree = (leaf: z.ZodType): z.ZodType => {
    const node: z.ZodType = z.lazy(() => z.object({ leaf, children: z.array(node) }));
    return z.object({ node });
  };
  const answersWith = (path: '/api/a' | '/api/b', leaf: z.ZodType) =>
    route({ method: 'get', path, summary: 'A tree', access: 'anyone', reply: tree(leaf) });
  const document = buildOpenApi([answersWith('/api/a', z.string()), answersWith('/api/b', z.number())], '1.0.0');
  expect(unresolved(document)).toEqual([]);
  const leaves = Object.values(document.components.schemas).map((schema) => resolve(schema, '#/properties/leaf/type'));
  expect(leaves).toEqual(['string', 'number']);
});
