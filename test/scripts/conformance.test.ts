import { readdirSync } from 'node:fs';

import { ENTRIES, REGISTRIES } from '../conformance/entries.ts';

const registries = readdirSync('src/adapters', { recursive: true, encoding: 'utf8' }).filter((path) =>
  /^\w+\/providers\.ts$/.test(path),
);

describe('`npm run conformance`', () => {
  test('knows every folder of adapters that has a list of providers', () => {
    // llm is the folder of the port that everybody calls models.
    const ports = registries.map((path) => path.replace('/providers.ts', '').replace('llm', 'models'));
    expect(Object.keys(REGISTRIES).toSorted()).toEqual(ports.toSorted());
  });

  test('has an entry for each provider that calls a service, with what names the service', () => {
    const real = Object.entries(REGISTRIES).flatMap(([port, providers]) =>
      providers.filter(({ enabledBy }) => enabledBy !== undefined).map(({ id }) => `${port}:${id}`),
    );
    const ids = ENTRIES.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([...real, 'database:mysql', 'backup:s3', 'audit:collector', 'reply-bus:redis']),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const withoutService = ENTRIES.filter(({ needs, byHand }) => needs.length === 0 && byHand === undefined);
    expect(withoutService.map(({ id }) => id)).toEqual(['client:openai-javascript']);
  });
});
