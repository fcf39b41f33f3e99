import type { WebSearch } from '../domain/agents/ports.ts';
import type { Payments } from '../domain/billing/ports.ts';
import type { Blobs, ContentHash } from '../domain/files/ports.ts';
import { type HealthCheck, HealthChecks } from '../domain/operations/ports.ts';
import type { EmbeddingModels, VectorStore } from '../domain/retrieval/ports.ts';
import type { SignInConnections } from '../container/sign-in-connections.ts';
import type { AppContext } from '../container/app-context.ts';

/** Sandbox adapters: they send nothing anywhere. */
const SANDBOX_IDS = ['sandbox', 'demo'];
/** No provider has a subscription of this id: the query is free and needs a valid key. */
const UNKNOWN_SUBSCRIPTION = 'sub_connection_test';

const modeOf = (adapter: string): HealthCheck['mode'] => {
  if (adapter === 'off') return 'off';
  return SANDBOX_IDS.includes(adapter) ? 'sandbox' : 'real';
};

/** The connected adapters. */
export interface ConnectedAdapters {
  readonly signIn: SignInConnections;
  readonly payments: Payments;
  readonly search: WebSearch;
  readonly embeddings: EmbeddingModels;
  readonly vectors: VectorStore;
  readonly blobs: Blobs;
  readonly hash: ContentHash;
}

type CheckDefinition = Pick<HealthCheck, 'need' | 'label' | 'adapter' | 'check'>;

/** The active adapters, each with the cheapest call that proves it works. */
export class ConnectionHealthChecks extends HealthChecks {
  private readonly checks: readonly HealthCheck[];

  constructor(context: AppContext, connected: ConnectedAdapters) {
    super();
    const definitions = [
      databaseCheck(context),
      ...modelChecks(context),
      ...retrievalChecks(context, connected),
      searchCheck(context, connected),
      paymentCheck(context, connected),
      ...signInChecks(context, connected),
      blobCheck(context, connected),
    ];
    this.checks = definitions.map((check) => ({ ...check, mode: modeOf(check.adapter) }));
  }

  all(): readonly HealthCheck[] {
    return this.checks;
  }
}

const databaseCheck = ({ config, database: db }: AppContext): CheckDefinition => ({
  need: 'database',
  label: 'Database',
  adapter: config.DATABASE_URL.startsWith('sqlite:') ? 'sqlite' : 'mysql',
  check: async () => {
    await db.connection('settings').first('name');
    return 'It answers';
  },
});

const modelChecks = ({ llm }: AppContext): CheckDefinition[] =>
  llm.active.map(({ id, label, test }) => ({
    need: `models:${id}`,
    label: `Language models: ${label}`,
    adapter: id,
    check: async () => {
      const count = await test();
      return `It offers ${count} ${count === 1 ? 'model' : 'models'}`;
    },
  }));

/** A search without result: no user has this id. */
const EMPTY_SCOPE = { ownerId: 'connection-test', fileIds: ['connection-test'] };

const retrievalChecks = ({ retrieval }: AppContext, { embeddings, vectors }: ConnectedAdapters): CheckDefinition[] => [
  {
    need: 'embeddings',
    label: 'Embeddings',
    adapter: retrieval.embeddings.provider.id,
    check: async (signal) => {
      await embeddings.current.embed(['A test of the connection'], 'query', signal);
      return `It answers with ${embeddings.current.collection.dimensions} dimensions`;
    },
  },
  {
    need: 'vectors',
    label: 'Vectors',
    adapter: retrieval.vectors.provider.id,
    check: async () => {
      const { collection } = embeddings.current;
      const vector = new Float32Array(collection.dimensions).fill(1 / Math.sqrt(collection.dimensions));
      await vectors.search(collection, EMPTY_SCOPE, { vector, limit: 1 });
      return 'It answers';
    },
  },
];

const blobCheck = ({ blobs: { provider } }: AppContext, { blobs, hash }: ConnectedAdapters): CheckDefinition => ({
  need: 'blobs',
  label: 'Bytes of files',
  adapter: provider.id,
  check: async () => {
    const bytes = new TextEncoder().encode('A test of the connection');
    const name = hash.compute(bytes);
    await blobs.put(name, bytes);
    const stored = await blobs.get(name);
    await blobs.remove(name);
    if (stored?.length !== bytes.length) throw new Error('what was written did not come back');
    return 'It keeps what it is given';
  },
});

const searchCheck = ({ search: { provider } }: AppContext, { search }: ConnectedAdapters): CheckDefinition => ({
  need: 'search',
  label: 'Web search',
  adapter: provider.id,
  check: async (signal) => {
    const { hits } = await search.search('open source', 1, signal);
    return hits.length > 0 ? 'It finds something' : 'It answers, but found nothing';
  },
});

const paymentCheck = ({ payments: { id } }: AppContext, { payments }: ConnectedAdapters): CheckDefinition => ({
  need: 'payments',
  label: 'Payments',
  adapter: id,
  check: async () => {
    await payments.find(UNKNOWN_SUBSCRIPTION);
    return 'It answers';
  },
});

const signInChecks = (
  { signIn }: AppContext,
  { signIn: { mail, sms, identity } }: ConnectedAdapters,
): CheckDefinition[] => [
  {
    need: 'mail',
    label: 'Mail',
    adapter: signIn.mail.provider.id,
    check: () => mail.check().then(() => 'It would take mails'),
  },
  {
    need: 'sms',
    label: 'Text messages',
    adapter: signIn.sms.provider.id,
    check: () => sms.check().then(() => 'It would take messages'),
  },
  {
    need: 'identity',
    label: 'Sign-in with Google',
    adapter: signIn.identity.provider.id,
    check: (signal) => identity.check(signal).then(() => 'Tokens can be checked'),
  },
];
