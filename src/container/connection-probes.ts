import type { WebSearch } from '../domain/agents/ports.ts';
import type { Payments } from '../domain/billing/ports.ts';
import type { Blobs, ContentHash } from '../domain/files/ports.ts';
import { type Probe, Probes } from '../domain/operations/ports.ts';
import type { EmbeddingModels, Vectors } from '../domain/retrieval/ports.ts';
import type { Connections } from './connections.ts';
import type { Parts } from './parts.ts';

/** Adapters that only pretend: nothing of theirs leaves this server. */
const SANDBOXES = ['sandbox', 'demo'];
/** No provider has a subscription of this name: asking for it costs nothing and needs a key that is right. */
const NO_SUBSCRIPTION = 'sub_connection_test';

const standingOf = (adapter: string): Probe['standing'] => {
  if (adapter === 'off') return 'off';
  return SANDBOXES.includes(adapter) ? 'sandbox' : 'real';
};

/** What the parts connect to, connected. */
export interface Connected {
  readonly signIn: Connections;
  readonly payments: Payments;
  readonly search: WebSearch;
  readonly embeddings: EmbeddingModels;
  readonly vectors: Vectors;
  readonly blobs: Blobs;
  readonly hash: ContentHash;
}

type Given = Pick<Probe, 'need' | 'label' | 'adapter' | 'check'>;

/** The adapters that serve, each with the cheapest call that proves that it does. */
export class ConnectionProbes extends Probes {
  private readonly probes: readonly Probe[];

  constructor(parts: Parts, connected: Connected) {
    super();
    const given = [
      database(parts),
      ...models(parts),
      ...retrieving(parts, connected),
      searching(parts, connected),
      paying(parts, connected),
      ...signingIn(parts, connected),
      keeping(parts, connected),
    ];
    this.probes = given.map((probe) => ({ ...probe, standing: standingOf(probe.adapter) }));
  }

  all(): readonly Probe[] {
    return this.probes;
  }
}

const database = ({ config, database: db }: Parts): Given => ({
  need: 'database',
  label: 'Database',
  adapter: config.DATABASE_URL.startsWith('sqlite:') ? 'sqlite' : 'mysql',
  check: async () => {
    await db.connection('settings').first('name');
    return 'It answers';
  },
});

const models = ({ llm }: Parts): Given[] =>
  llm.active.map(({ id, label, test }) => ({
    need: `models:${id}`,
    label: `Language models: ${label}`,
    adapter: id,
    check: async () => {
      const count = await test();
      return `It offers ${count} ${count === 1 ? 'model' : 'models'}`;
    },
  }));

/** The nearest of nothing: no person has the id that is asked for. */
const NO_FILE = { ownerId: 'connection-test', fileIds: ['connection-test'] };

const retrieving = ({ retrieval }: Parts, { embeddings, vectors }: Connected): Given[] => [
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
      await vectors.search(collection, NO_FILE, { vector, limit: 1 });
      return 'It answers';
    },
  },
];

const keeping = ({ blobs: { provider } }: Parts, { blobs, hash }: Connected): Given => ({
  need: 'blobs',
  label: 'Bytes of files',
  adapter: provider.id,
  check: async () => {
    const bytes = new TextEncoder().encode('A test of the connection');
    const name = hash.of(bytes);
    await blobs.put(name, bytes);
    const kept = await blobs.get(name);
    await blobs.remove(name);
    if (kept?.length !== bytes.length) throw new Error('what was written did not come back');
    return 'It keeps what it is given';
  },
});

const searching = ({ search: { provider } }: Parts, { search }: Connected): Given => ({
  need: 'search',
  label: 'Web search',
  adapter: provider.id,
  check: async (signal) => {
    const { hits } = await search.search('open source', 1, signal);
    return hits.length > 0 ? 'It finds something' : 'It answers, but found nothing';
  },
});

const paying = ({ payments: { id } }: Parts, { payments }: Connected): Given => ({
  need: 'payments',
  label: 'Payments',
  adapter: id,
  check: async () => {
    await payments.find(NO_SUBSCRIPTION);
    return 'It answers';
  },
});

const signingIn = ({ signIn }: Parts, { signIn: { mail, sms, identity } }: Connected): Given[] => [
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
