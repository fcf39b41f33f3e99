import type { z } from 'zod';

import { ANALYTICS } from '../src/adapters/analytics/providers.ts';
import { BLOBS } from '../src/adapters/blobs/providers.ts';
import { CAPTCHA } from '../src/adapters/captcha/providers.ts';
import { EMBEDDINGS } from '../src/adapters/embeddings/providers.ts';
import { IDENTITY } from '../src/adapters/identity/providers.ts';
import { PROVIDERS } from '../src/adapters/llm/providers.ts';
import { TIMEOUT_SETTINGS } from '../src/adapters/llm/upstream/timeout-settings.ts';
import { MAIL } from '../src/adapters/mail/providers.ts';
import { PAYMENT_PROVIDERS } from '../src/adapters/payments/providers.ts';
import { SEARCH } from '../src/adapters/search/providers.ts';
import { SMS } from '../src/adapters/sms/providers.ts';
import { VECTORS } from '../src/adapters/vectors/providers.ts';
import { SETTINGS } from '../src/config.ts';
import { allProviders, type ProviderRegistry, type Provider } from '../src/platform/provider-registry.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The default of a schema, found by parsing undefined. */
const defaultOf = (schema: z.ZodType): string => {
  const filled = schema.safeParse(undefined);
  return filled.success && filled.data !== undefined && filled.data !== '' ? `\`${String(filled.data)}\`` : '';
};

const table = (settings: z.ZodObject, mark: (name: string) => string = () => ''): string => {
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const about = 'meta' in schema && typeof schema.meta === 'function' ? descriptionOf(schema.meta()) : '';
    return `| \`${name}\`${mark(name)} | ${isSchema(schema) ? defaultOf(schema) : ''} | ${cell(about)} |`;
  });
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
};

const isSchema = (schema: unknown): schema is z.ZodType =>
  typeof schema === 'object' && schema !== null && 'safeParse' in schema;

const descriptionOf = (meta: unknown): string =>
  typeof meta === 'object' && meta !== null && 'description' in meta ? String(meta.description) : '';

/** A port with several providers: the variable that selects one, and the variables of each. */
const registrySection = <Deps, Port>(title: string, registry: ProviderRegistry<Deps, Port>): string => {
  const ids = allProviders(registry)
    .map(({ id }) => `\`${id}\``)
    .join(', ');
  const { fallback, productionFallback: withoutSandbox } = registry;
  const inProduction = withoutSandbox
    ? `\`${withoutSandbox.id}\` in a real installation`
    : 'in a real installation the start is refused';
  const withSettings = allProviders(registry).filter(({ settings }) => Object.keys(settings.shape).length > 0);
  return [
    `### ${title}`,
    `\`${registry.variable}\` names who serves: ${ids}. Not named, the first whose variables are set does, else \`${fallback.id}\`${withoutSandbox === fallback ? '' : ` (${inProduction})`}.`,
    ...withSettings.map(providerSection),
  ].join('\n\n');
};

const providerSection = <Deps, Port>({ id, label, settings, enabledBy: switchedOnBy }: Provider<Deps, Port>): string =>
  `#### ${label} (\`${id}\`)\n\n${table(settings, (name) => (name === switchedOnBy ? ' (switches it on)' : ''))}`;

/** The content of docs/configuration.md for the current settings. */
export const configurationPage = (): string => `# Configuration

Everything is set by environment variables; an empty one counts as not set. Nothing is needed to try Parley. A wrong
variable stops the start, and every fault is named at once. This page is written by \`npm run docs\`.

## A real installation

Parley is one when \`APP_URL\` is anything but this machine (\`localhost\`, \`127.0.0.1\`, \`[::1]\`). It then needs \`APP_SECRET\`,
a provider of models (or \`LLM=demo\`), a mail server, and Stripe or \`PAYMENTS=off\`; the start is refused with a list of what
is missing. No sandbox serves it. \`SANDBOX=on\` lets them serve all the same, for a show: a bar on every page says that anybody
can sign in as anybody. Behind a proxy that makes the server public, \`APP_URL\` has to be the public address.

## The product

${table(SETTINGS)}

## Language models

A provider serves as soon as its first variable is set; several may be set at once, and \`LLM\` picks among them by
name. Without any, the demo model answers and says so. A real installation has to ask for it: \`LLM=demo\`.

How long a reply is waited for:

${table(TIMEOUT_SETTINGS)}

${PROVIDERS.map((provider) => `### ${provider.label} (\`${provider.id}\`)\n\n${table(provider.settings, (name) => (name === provider.enabledBy ? ' (switches it on)' : ''))}`).join('\n\n')}

## Signing in

A sandbox sends nothing: mails and codes are shown on the page \`/sandbox\`, and a form of this server stands in for
Google. A real installation has none of them.

${[registrySection('Mail', MAIL), registrySection('Text messages', SMS), registrySection('Google', IDENTITY), registrySection('Captcha', CAPTCHA)].join('\n\n')}

## Searching the web

Without any variable a demo search looks through Parley's own help. A real installation has to ask for the demo, and
without a service nothing is searched: replies then say so.

${registrySection('Search', SEARCH)}

## Files

The bytes of files lie in \`DATA_DIR/blobs\`, or in a bucket. Several processes that share a database need the same place.

${registrySection('Bytes', BLOBS)}

## Finding in files

Without any variable files are embedded by a program of Parley's own, and their vectors are kept in its database: nothing
is sent anywhere, words and their forms are found, other words of the same meaning are not.

${[registrySection('Embeddings', EMBEDDINGS), registrySection('Vectors', VECTORS)].join('\n\n')}

## Analytics

Nothing is counted unless it is asked for. What is then told are five events (\`chat_message\`, \`sign_in\`,
\`freemium_trial\`, \`file_upload\`, \`error\`) with modes, tiers, methods, counts, classes of type and size, and codes:
no text, no address, no name of a file. A person is a fingerprint under \`APP_SECRET\`. Browsers that send \`DNT: 1\` or
\`Sec-GPC: 1\` are not counted at all. The page itself tells the same events to \`window.dataLayer\` and as the DOM event
\`parley:analytics\`, and nobody else.

${registrySection('Analytics', ANALYTICS)}

## Payments

What serves is named by \`PAYMENTS\`; without it, a provider serves as soon as its first variable is set. Without any, the
sandbox takes the payments: everything can be bought, on a page of Parley's own, and no money moves. A real installation has
to choose: \`PAYMENTS=off\` sells nothing, and the limits of the free plan hold all the same.

${PAYMENT_PROVIDERS.filter(({ settings }) => Object.keys(settings.shape).length > 0)
  .map(
    (provider) =>
      `### ${provider.label} (\`${provider.id}\`)\n\n${table(provider.settings, (name) => (name === provider.enabledBy ? ' (switches it on)' : ''))}`,
  )
  .join('\n\n')}
`;
