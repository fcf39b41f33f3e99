import { z } from 'zod';

import { fileTtl } from '../../src/shared/settings/file-ttl.ts';
import { mergeUpdates, parseDocument } from '../../src/shared/settings/define-settings.ts';

const schema = z.strictObject({
  on: z.boolean(),
  tiers: z.strictObject({ free: z.strictObject({ most: z.number(), of: z.record(z.string(), z.number()) }) }),
  models: z.array(z.strictObject({ id: z.string(), mark: z.literal(true).optional() })).readonly(),
});
const BASE = { on: true, tiers: { free: { most: 1, of: { a: 1 } } }, models: [{ id: 'm' }] };

describe('a document that was stored', () => {
  test('is completed at every depth, but what was taken out of a list or a record stays away', () => {
    expect(parseDocument(schema, { tiers: { free: { of: {} } }, models: [] }, BASE)).toEqual({
      on: true,
      tiers: { free: { most: 1, of: {} } },
      models: [],
    });
  });

  test('loses what the schema does not know, in lists too', () => {
    const stored = { ...BASE, gone: 1, models: [{ id: 'n', mark: true, gone: 2 }] };
    expect(parseDocument(schema, stored)).toEqual({ ...BASE, models: [{ id: 'n', mark: true }] });
  });

  test.each([[null], ['text'], [[]], [{ ...BASE, on: 'yes' }], [{ ...BASE, on: null }], [{ ...BASE, models: {} }]])(
    'is refused when it is %j',
    (stored) => {
      expect(() => parseDocument(schema, stored, BASE)).toThrow();
    },
  );
});

describe('updates', () => {
  test('change what they name and nothing else; null takes an entry away', () => {
    expect(mergeUpdates(BASE, { tiers: { free: { of: { a: null, b: 2 } } } })).toEqual({
      ...BASE,
      tiers: { free: { most: 1, of: { b: 2 } } },
    });
    expect(mergeUpdates(BASE, { on: undefined, models: [{ id: 'n' }] })).toEqual({ ...BASE, models: [{ id: 'n' }] });
    expect(mergeUpdates(undefined, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } });
  });

  test('of all of a document give that document', () => {
    const whole = { on: false, tiers: { free: { most: 2, of: { a: 3 } } }, models: [] };
    expect(mergeUpdates(BASE, whole)).toEqual(whole);
  });

  test('never reach what every object inherits', () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"on":false},"constructor":{"name":"x"}}');
    const merged = mergeUpdates({ a: 1 }, hostile);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('on');
  });
});

test('an expiry that was stored before steps were required is rounded to half hours', () => {
  expect(parseDocument(fileTtl, { chatFiles: { ttlHours: 0.7 } })).toEqual({ chatFiles: { ttlHours: 0.5 } });
  expect(parseDocument(fileTtl, { chatFiles: { ttlHours: 36.3 } })).toEqual({ chatFiles: { ttlHours: 36.5 } });
});
