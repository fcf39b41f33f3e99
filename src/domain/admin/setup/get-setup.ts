import type { Settings } from '../../kernel/ports.ts';
import type { RegistrationConfig } from '../../../shared/settings/registration.ts';
import type { ConnectedProviders, StoredProvider } from '../providers/ports.ts';
import { findModelServer } from './connect-model-server.ts';
import type { MailSetup, ModelServers, SetupProgressStore } from './ports.ts';

/** The state of everything that the guide sets; never a secret. */
export class GetSetup {
  constructor(
    private readonly servers: ModelServers,
    private readonly connected: ConnectedProviders,
    private readonly mail: MailSetup,
    private readonly progress: SetupProgressStore,
    private readonly registration: Settings<RegistrationConfig>,
  ) {}

  async execute() {
    const { servers, mail } = this;
    const { purpose, steps } = await this.progress.find();
    const { domains } = await this.registration.current();
    return {
      steps,
      purpose,
      domains,
      models: {
        kinds: servers.kinds.map(({ id, label, needsAddress, needsKey }) => ({ id, label, needsAddress, needsKey })),
        variables:
          servers.fixedBy === undefined ? servers.configured.map(({ variable }) => variable) : [servers.fixedBy],
        answering: servers.labels(),
        isDemo: servers.isDemo(),
        connected: withoutKey(await findModelServer(this.connected)),
      },
      mail: { isSandbox: mail.isSandbox, label: mail.label, variables: mail.variables },
    };
  }
}

const withoutKey = (server: StoredProvider | undefined) =>
  server === undefined
    ? null
    : {
        provider: server.kind,
        baseUrl: server.baseUrl,
        model: server.model ?? '',
        hasKey: server.apiKey !== null,
      };
