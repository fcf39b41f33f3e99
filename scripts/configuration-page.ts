import { z } from 'zod';

import { ANALYTICS } from '../src/adapters/analytics/providers.ts';
import { BLOBS } from '../src/adapters/blobs/providers.ts';
import { CAPTCHA } from '../src/adapters/captcha/providers.ts';
import { EMBEDDINGS } from '../src/adapters/embeddings/providers.ts';
import { GENERIC_PRESET, PRESETS } from '../src/adapters/identity/oidc/presets.ts';
import { COMMON_FIELDS } from '../src/adapters/identity/oidc/settings.ts';
import { IDENTITY } from '../src/adapters/identity/providers.ts';
import { PROVIDERS } from '../src/adapters/llm/providers.ts';
import { TIMEOUT_SETTINGS } from '../src/adapters/llm/upstream/timeout-settings.ts';
import { MAIL } from '../src/adapters/mail/providers.ts';
import { PAYMENTS } from '../src/adapters/payments/providers.ts';
import { SEARCH } from '../src/adapters/search/providers.ts';
import { SMS } from '../src/adapters/sms/providers.ts';
import { VECTORS } from '../src/adapters/vectors/providers.ts';
import { SETTINGS } from '../src/config.ts';
import { allProviders, type ProviderRegistry, type Provider } from '../src/platform/provider-registry.ts';
import { wrapMarkdown } from './wrap-markdown.ts';

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
    : 'a real installation does not start without one';
  const withSettings = allProviders(registry).filter(({ settings }) => Object.keys(settings.shape).length > 0);
  return [
    `### ${title}`,
    `\`${registry.variable}\` selects the provider: ${ids}. Default: the first whose variables are set, ` +
      `else \`${fallback.id}\`${withoutSandbox === fallback ? '' : ` (${inProduction})`}.`,
    ...withSettings.map(providerSection),
  ].join('\n\n');
};

const providerSection = <Deps, Port>({ id, label, settings, enabledBy: switchedOnBy }: Provider<Deps, Port>): string =>
  `#### ${label} (\`${id}\`)\n\n${table(settings, (name) => (name === switchedOnBy ? ' (enables it)' : ''))}`;

const presetSection = (name: string, { label, fields }: { label: string; fields: z.ZodObject }): string =>
  `#### ${label || 'Any other'} (\`${name}\`)\n\n${table(fields)}`;

/** Variables of sign-in providers, without their prefix. */
const signInProviders = (): string =>
  [
    '### Sign-in providers',
    `Any number of providers of OpenID Connect, each by variables \`OIDC_<NAME>_<FIELD>\`. ` +
      `\`GOOGLE\`, \`GITHUB\`, \`MICROSOFT\`, \`APPLE\` and \`GITLAB\` are ready-made and need no issuer; ` +
      `every other name (\`OIDC_KEYCLOAK_ISSUER\`, \`OIDC_MY_CORP_ISSUER\`) is a generic provider such as Keycloak, ` +
      `Authentik, Entra or Okta. Register \`APP_URL/api/auth/oidc/<name>/callback\` there, the name in small letters ` +
      `and with \`-\` for \`_\`. \`OIDC=off\` turns all of them off; \`OIDC=sandbox\` adds the built-in one, which ` +
      'serves by itself where sandboxes may and nothing is configured. What an address must have to be linked, ' +
      'and what claims give: [ADR 68](adr/0068-sign-in-providers.md).',
    table(z.object(COMMON_FIELDS)),
    ...[...PRESETS, ['NAME', GENERIC_PRESET] as const].map(([name, preset]) => presetSection(name, preset)),
  ].join('\n\n');

const modelProviderSection = ({ id, label, settings, enabledBy }: (typeof PROVIDERS)[number]): string =>
  `### ${label} (\`${id}\`)\n\n${table(settings, (name) => (name === enabledBy ? ' (enables it)' : ''))}`;

const signInSections = (): readonly string[] => [
  registrySection('Mail', MAIL),
  registrySection('Text messages', SMS),
  registrySection('Google', IDENTITY),
  signInProviders(),
  registrySection('Captcha', CAPTCHA),
];

/** The content of docs/configuration.md for the current settings. */
export const configurationPage = (): string =>
  wrapMarkdown(`# Configuration

Everything is set by environment variables; an empty one counts as unset. Parley runs without any. An invalid variable
stops the start, and all faults are listed at once. This page is generated by \`npm run docs\`.

## A real installation

An installation is real when \`APP_URL\` is not a loopback address (\`localhost\`, \`127.0.0.1\`, \`[::1]\`). It then
needs \`APP_SECRET\`, a model provider (or \`LLM=demo\`), a mail server, and Stripe or \`PAYMENTS=off\`; otherwise
start-up fails and lists what is missing. Sandboxes are off. \`SANDBOX=on\` enables them for a demonstration: a bar on
every page says that anybody can sign in as anybody. Behind a public proxy, \`APP_URL\` must be the public address.

## The product

${table(SETTINGS)}

## Language models

A provider is enabled by its first variable; several may be enabled at once, and \`LLM\` selects among them by name.
Without any, the demo model answers and says so. A real installation must request it: \`LLM=demo\`.

Timeouts of a reply:

${table(TIMEOUT_SETTINGS)}

${PROVIDERS.map(modelProviderSection).join('\n\n')}

## Signing in

A sandbox sends nothing: mails and codes appear on the page \`/sandbox\`, and a local form replaces Google's. A real
installation has none of them.

${signInSections().join('\n\n')}

## Web search

Without any variable a demo search covers Parley's own help pages. A real installation must request the demo; without
a service there is no web search, and replies say so.

${registrySection('Search', SEARCH)}

## Files

Files are stored in \`DATA_DIR/blobs\` or in a bucket. Processes that share a database must share the store.

${registrySection('Storage', BLOBS)}

## File retrieval

Without any variable Parley embeds files itself and stores vectors in its database: nothing is sent anywhere, and words
and their forms are found, but not synonyms.

${[registrySection('Embeddings', EMBEDDINGS), registrySection('Vectors', VECTORS)].join('\n\n')}

## Analytics

Off by default. When enabled, five events are sent (\`chat_message\`, \`sign_in\`,
\`freemium_trial\`, \`file_upload\`, \`error\`) with modes, tiers, methods, counts, classes of type and size, and codes:
no text, address or file name. A user is a fingerprint keyed by \`APP_SECRET\`. Browsers that send \`DNT: 1\` or
\`Sec-GPC: 1\` are not counted at all. The page itself emits the same events to \`window.dataLayer\` and as the DOM
event \`parley:analytics\`, nowhere else.

${registrySection('Analytics', ANALYTICS)}

## Payments

Without any variable the sandbox takes payments: everything can be bought on a local page, and no money moves. A real
installation must choose: \`PAYMENTS=off\` sells nothing, and the limits of the free plan apply all the same.

${registrySection('Payments', PAYMENTS)}

What Stripe does by its own settings (*Billing*, *Subscriptions and emails*) decides here too:

- **After the last try of an overdue payment**: choose to cancel the subscription or to mark it unpaid. One that stays
  overdue keeps its plan.
- **Disputed payments**: choose to cancel the subscription. Refunds and disputes are told in the log of the Admin Panel
  and change no plan.
- **Prices**: the displayed ones are \`PRICE_BASIC\` and \`PRICE_PREMIUM\`; charged is what the price ids say, in their
  currency, with the tax and the discounts that are set at Stripe.
`);
