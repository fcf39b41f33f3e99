import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { configurationPage } from '../../scripts/configuration-page.ts';
import { fileFormatsPage } from '../../scripts/file-formats-page.ts';
import { BLOBS } from '../../src/adapters/blobs/providers.ts';
import { CAPTCHA } from '../../src/adapters/captcha/providers.ts';
import { EMBEDDINGS } from '../../src/adapters/embeddings/providers.ts';
import { IDENTITY } from '../../src/adapters/identity/providers.ts';
import { PROVIDERS } from '../../src/adapters/llm/providers.ts';
import { MAIL } from '../../src/adapters/mail/providers.ts';
import { PAYMENTS } from '../../src/adapters/payments/providers.ts';
import { SEARCH } from '../../src/adapters/search/providers.ts';
import { SMS } from '../../src/adapters/sms/providers.ts';
import { VECTORS } from '../../src/adapters/vectors/providers.ts';
import { SETTINGS } from '../../src/config.ts';
import { allProviders } from '../../src/platform/provider-registry.ts';

const docs = join(import.meta.dirname, '../../docs');

test('docs/configuration.md is what `npm run docs` writes for these settings', () => {
  expect(readFileSync(join(docs, 'configuration.md'), 'utf8')).toBe(configurationPage());
});

test('docs/file-formats.md is what `npm run docs` writes for the table of formats', () => {
  expect(readFileSync(join(docs, 'file-formats.md'), 'utf8')).toBe(fileFormatsPage());
});

test('every variable is explained', () => {
  const page = configurationPage();
  const signIn = [
    ...allProviders(MAIL),
    ...allProviders(SMS),
    ...allProviders(IDENTITY),
    ...allProviders(CAPTCHA),
    ...allProviders(PAYMENTS),
    ...allProviders(SEARCH),
    ...allProviders(BLOBS),
    ...allProviders(EMBEDDINGS),
    ...allProviders(VECTORS),
  ];
  for (const name of [SETTINGS, ...[...PROVIDERS, ...signIn].map(({ settings }) => settings)].flatMap(({ shape }) =>
    Object.keys(shape),
  )) {
    const row = page.split('\n').find((line) => line.includes(`\`${name}\``) && line.startsWith('|')) ?? '';
    expect([name, row.split('|').at(-2)?.trim()]).not.toEqual([name, '']);
  }
});
