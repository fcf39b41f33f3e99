import type { Settings } from '../../kernel/ports.ts';
import type { RegistrationConfig } from '../../../shared/settings/registration.ts';
import type { ConnectedModelServer, MailSetup, ModelServer, ModelServers, SetupProgressStore } from './ports.ts';

/** The state of everything that the guide sets; never a secret. */
export class GetSetup {
  constructor(
    private readonly servers: ModelServers,
    private readonly connected: ConnectedModelServer,
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
        kinds: servers.kinds,
        variables: servers.variables,
        answering: servers.labels(),
        isDemo: servers.isDemo(),
        connected: withoutKey(await this.connected.find()),
      },
      mail: { isSandbox: mail.isSandbox, label: mail.label, variables: mail.variables },
    };
  }
}

const withoutKey = (server: ModelServer | undefined) =>
  server === undefined
    ? null
    : { provider: server.provider, baseUrl: server.baseUrl, model: server.model, hasKey: server.apiKey !== null };
