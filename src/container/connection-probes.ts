import type { WebSearch } from '../domain/agents/ports.ts';
import type { Payments } from '../domain/billing/ports.ts';
import { type Probe, Probes } from '../domain/operations/ports.ts';
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

type Given = Pick<Probe, 'need' | 'label' | 'adapter' | 'check'>;

/** The adapters that serve, each with the cheapest call that proves that it does. */
export class ConnectionProbes extends Probes {
  private readonly probes: readonly Probe[];

  constructor(parts: Parts, connections: Connections, payments: Payments, search: WebSearch) {
    super();
    const given = [database(parts), ...models(parts), searching(parts, search), paying(parts, payments), ...signingIn(parts, connections)];
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

const searching = ({ search: { provider } }: Parts, search: WebSearch): Given => ({
  need: 'search',
  label: 'Web search',
  adapter: provider.id,
  check: async (signal) => {
    const { hits } = await search.search('open source', 1, signal);
    return hits.length > 0 ? 'It finds something' : 'It answers, but found nothing';
  },
});

const paying = ({ payments: { id } }: Parts, payments: Payments): Given => ({
  need: 'payments',
  label: 'Payments',
  adapter: id,
  check: async () => {
    await payments.find(NO_SUBSCRIPTION);
    return 'It answers';
  },
});

const signingIn = ({ signIn }: Parts, { mail, sms, identity }: Connections): Given[] => [
  { need: 'mail', label: 'Mail', adapter: signIn.mail.provider.id, check: () => mail.check().then(() => 'It would take mails') },
  { need: 'sms', label: 'Text messages', adapter: signIn.sms.provider.id, check: () => sms.check().then(() => 'It would take messages') },
  { need: 'identity', label: 'Sign-in with Google', adapter: signIn.identity.provider.id, check: (signal) => identity.check(signal).then(() => 'Tokens can be checked') },
];
