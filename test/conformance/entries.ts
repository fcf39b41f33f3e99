import { BLOBS } from '../../src/adapters/blobs/providers.ts';
import { ANALYTICS } from '../../src/adapters/analytics/providers.ts';
import { CAPTCHA } from '../../src/adapters/captcha/providers.ts';
import { EMBEDDINGS } from '../../src/adapters/embeddings/providers.ts';
import { IDENTITY } from '../../src/adapters/identity/providers.ts';
import { PROVIDERS } from '../../src/adapters/llm/providers.ts';
import { MAIL } from '../../src/adapters/mail/providers.ts';
import { PAYMENTS } from '../../src/adapters/payments/providers.ts';
import { SEARCH } from '../../src/adapters/search/providers.ts';
import { SMS } from '../../src/adapters/sms/providers.ts';
import { VECTORS } from '../../src/adapters/vectors/providers.ts';
import type { Env } from '../../src/platform/provider-registry.ts';
import { type AskVersion, VERSIONS } from './versions.ts';

/**
 * In front of the product's own variables, so that a suite that empties a bucket never meets
 * the one of an installation.
 */
export const PREFIX = 'CONFORMANCE_';

/** The product's variables out of those with the prefix. */
export const conformanceEnv = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value] as const] : [],
    ),
  );

/** One port with one kind of real service behind it. */
export interface Entry {
  /** `port:provider`. */
  readonly id: string;
  readonly service: string;
  /** The variables, without prefix, that name the service: all of them must be set. */
  readonly needs: readonly string[];
  readonly version?: AskVersion | undefined;
  /** Runs test files of `npm test` with this environment; absent: the suite of that id in ports.suite.ts. */
  readonly tests?: { readonly files: readonly string[]; readonly pattern: string; readonly env: (env: Env) => Env };
  /** Why no suite can be run without a person; nothing is run. */
  readonly byHand?: string;
}

type AnyProvider = { readonly id: string; readonly label: string; readonly enabledBy: string | undefined };

/** The providers that call a service of somebody else. */
const real = (providers: readonly AnyProvider[]): readonly (AnyProvider & { readonly enabledBy: string })[] =>
  providers.flatMap((provider) =>
    provider.enabledBy === undefined ? [] : [{ ...provider, enabledBy: provider.enabledBy }],
  );

/** Every port whose providers are in a registry. */
export const REGISTRIES: Readonly<Record<string, readonly AnyProvider[]>> = {
  models: PROVIDERS,
  embeddings: EMBEDDINGS.providers,
  vectors: VECTORS.providers,
  search: SEARCH.providers,
  blobs: BLOBS.providers,
  mail: MAIL.providers,
  sms: SMS.providers,
  payments: PAYMENTS.providers,
  captcha: CAPTCHA.providers,
  identity: IDENTITY.providers,
  analytics: ANALYTICS.providers,
};

const BY_HAND: Readonly<Record<string, string>> = {
  'analytics:posthog': 'PostHog takes every event and tells nothing back: a person has to look',
  'analytics:log': 'it writes to the log of the process: there is no service',
};

/** What a suite needs beside the variable that enables the provider. */
const MORE_NEEDS: Readonly<Record<string, readonly string[]>> = {
  'blobs:s3': ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  'mail:smtp': ['MAIL_FROM', 'MAIL_TO'],
  'payments:stripe': ['STRIPE_PRICE_BASIC', 'STRIPE_PRICE_PREMIUM'],
};

const DATABASE: Entry = {
  id: 'database:mysql',
  service: 'MySQL or MariaDB',
  needs: ['DATABASE_URL'],
  version: VERSIONS['database:mysql'],
  tests: {
    files: ['test/adapters/sql/contracts.test.ts', 'test/adapters/http/mariadb-smoke.test.ts'],
    pattern: 'on MySQL or MariaDB',
    env: ({ DATABASE_URL }) => ({ MYSQL_TEST_URL: DATABASE_URL }),
  },
};

export const ENTRIES: readonly Entry[] = [
  DATABASE,
  ...Object.entries(REGISTRIES).flatMap(([port, providers]) =>
    real(providers).map(({ id: provider, label, enabledBy }): Entry => {
      const id = `${port}:${provider}`;
      const byHand = BY_HAND[id];
      return {
        id,
        service: label,
        needs: [enabledBy, ...(MORE_NEEDS[id] ?? [])],
        version: VERSIONS[id],
        ...(byHand === undefined ? {} : { byHand }),
      };
    }),
  ),
  { id: 'search:wikipedia', service: 'Wikipedia', needs: ['WIKIPEDIA_BASE_URL'] },
  { id: 'backup:s3', service: 'S3', needs: ['BACKUP_TARGET', 'S3_ACCESS_KEY_ID'], version: VERSIONS['blobs:s3'] },
  { id: 'reply-bus:redis', service: 'Redis', needs: ['REDIS_URL'], version: VERSIONS['reply-bus:redis'] },
  { id: 'audit:collector', service: 'syslog or HTTP', needs: ['AUDIT_FORWARD_URL'] },
  { id: 'sign-in:oidc', service: 'OpenID Connect', needs: ['OIDC_CONFORMANCE_ISSUER'] },
  {
    id: 'client:openai-javascript',
    service: 'OpenAI library of JavaScript',
    needs: [],
    version: VERSIONS['client:openai-javascript'],
    tests: { files: ['test/adapters/http/openai/openai-api.test.ts'], pattern: '', env: () => ({}) },
  },
  {
    id: 'client:openai-python',
    service: 'OpenAI library of Python',
    needs: ['PYTHON'],
    version: VERSIONS['client:openai-python'],
  },
  { id: 'browser:firefox', service: 'Firefox', needs: ['FIREFOX'], version: VERSIONS['browser:firefox'] },
  { id: 'browser:webkit', service: 'WebKitGTK', needs: ['WEBKIT'], version: VERSIONS['browser:webkit'] },
  { id: 'runtime:node', service: 'Node', needs: ['NODE'], version: VERSIONS['runtime:node'] },
];
