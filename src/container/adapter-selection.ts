import { ANALYTICS } from '../adapters/analytics/providers.ts';
import { BLOBS } from '../adapters/blobs/providers.ts';
import { CAPTCHA } from '../adapters/captcha/providers.ts';
import { resolveEmbeddingServer } from '../adapters/embeddings/openai-compatible.ts';
import { isModelSetting } from '../adapters/embeddings/sentence/models.ts';
import { EMBEDDINGS } from '../adapters/embeddings/providers.ts';
import { IDENTITY } from '../adapters/identity/providers.ts';
import { MAIL } from '../adapters/mail/providers.ts';
import { PAYMENTS } from '../adapters/payments/providers.ts';
import { SEARCH } from '../adapters/search/providers.ts';
import { SMS } from '../adapters/sms/providers.ts';
import { VECTORS } from '../adapters/vectors/providers.ts';
import { type Env, type Provider, type ProviderRegistry, selectProvider } from '../platform/provider-registry.ts';

interface SelectedProvider<Deps, Port> {
  readonly provider: Provider<Deps, Port>;
  /** For the start-up lines. */
  readonly label: string;
  readonly connect: (deps: Deps) => Port;
}

type Select = <Deps, Port>(registry: ProviderRegistry<Deps, Port>, env?: Env) => SelectedProvider<Deps, Port>;

const selectAll = (select: Select, embeddingEnv: Env) => ({
  mail: select(MAIL),
  sms: select(SMS),
  identity: select(IDENTITY),
  captcha: select(CAPTCHA),
  payments: select(PAYMENTS),
  search: select(SEARCH),
  blobs: select(BLOBS),
  embeddings: select(EMBEDDINGS, embeddingEnv),
  vectors: select(VECTORS),
  analytics: select(ANALYTICS),
});

/** The selected provider of each port that has several. */
export type AdapterSelection = ReturnType<typeof selectAll>;

const notSelected = (): never => {
  throw new Error('Start-up should have been refused.');
};

/** Selects the provider of every port. A fault names its variable. */
export const selectAdapters = (
  env: Env,
  sandboxes: boolean,
): { readonly faults: readonly string[]; readonly adapters?: AdapterSelection } => {
  const faults: string[] = [];
  const select: Select = (registry, from = env) => {
    const selection = selectProvider(registry, from, sandboxes);
    faults.push(...selection.faults);
    return selection.provider ? selection : { provider: registry.fallback, label: '', connect: notSelected };
  };
  const server = env['EMBEDDINGS']?.trim() === 'local' ? { env, faults: [] } : resolveEmbeddingServer(env);
  const adapters = selectAll(select, server.env);
  faults.push(...server.faults, ...incompletePairs(env), ...modelFaults(env));
  return faults.length > 0 ? { faults } : { faults, adapters };
};

/** Faults of the models that run on this machine. */
const modelFaults = (env: Env): string[] => {
  const settings = [
    ['SENTENCE_MODEL', 'vector'],
    ['RERANKER_MODEL', 'score'],
  ] as const;
  const unknown = settings.filter(([name, output]) => !isModelSetting(env[name]?.trim() || 'off', output));
  const faults = unknown.map(
    ([name]) => `${name} must be on, off, the name of a known model, or a folder with a slash`,
  );
  const embedsTwice =
    !['off', '', undefined].includes(env['SENTENCE_MODEL']?.trim()) && env['EMBEDDINGS_MODEL']?.trim();
  return embedsTwice ? [...faults, 'SENTENCE_MODEL is set, but EMBEDDINGS_MODEL too: only one can embed'] : faults;
};

/** Faults of variables that must be set together. */
const incompletePairs = (env: Env): string[] => {
  const pairs = [
    ['FIREBASE_API_KEY', 'GOOGLE_CLIENT_ID'],
    ['SMTP_URL', 'MAIL_FROM'],
  ] as const;
  const missing = pairs
    .flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
    .filter(([set, other]) => env[set]?.trim() && !env[other]?.trim());
  return missing.filter(([set]) => set !== 'SMTP_URL').map(([set, other]) => `${other} is not set, but ${set} is`);
};

/** Whether a reply's searches and embeddings stay in this process, so that giving one away costs nothing. */
export const paysNoVendor = ({ embeddings }: AdapterSelection, searchId: string): boolean =>
  [SEARCH.fallback.id, SEARCH.productionFallback?.id].includes(searchId) &&
  embeddings.provider.id === EMBEDDINGS.fallback.id;

/** Kinds of messages that go to the outbox, shown at /sandbox, instead of being sent. */
export const outboxKinds = ({ mail, sms }: AdapterSelection): readonly ('mail' | 'sms')[] => [
  ...(mail.provider.isSandbox ? ['mail' as const] : []),
  ...(sms.provider.isSandbox ? ['sms' as const] : []),
];
