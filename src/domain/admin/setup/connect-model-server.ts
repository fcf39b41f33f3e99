import type { ModelInfo } from '../../chat/models/ports.ts';
import type { ChangeProviders } from '../providers/change-providers.ts';
import { ProviderSetByEnvironment } from '../providers/errors.ts';
import type { ConnectedProviders, StoredProvider } from '../providers/ports.ts';
import type { ProviderInput } from '../providers/provider-candidate.ts';
import type { Admin } from '../ports.ts';
import type { ModelServers } from './ports.ts';
import type { CompleteSetupStep } from './setup-progress.ts';

/** As the form of the guide has it: without a key, the stored one of the same server is meant. */
export interface ModelServerInput {
  /** Id of a kind. */
  readonly provider: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | undefined;
}

/** The server that the guide connected or the panel entered first; its key may be locked. */
export const findModelServer = async (connected: ConnectedProviders): Promise<StoredProvider | undefined> =>
  (await connected.list()).find(({ need }) => need === 'models');

/** The guide's one server of models, which takes the demo model's place at once; another one takes its place. */
export class ConnectModelServer {
  constructor(
    private readonly servers: ModelServers,
    private readonly connected: ConnectedProviders,
    private readonly providers: ChangeProviders,
    private readonly completeStep: CompleteSetupStep,
  ) {}

  /** The models that the server offers. Throws what `ChangeProviders.test` throws. */
  async test(input: ModelServerInput & { readonly model?: string | undefined }): Promise<readonly ModelInfo[]> {
    const { id } = await this.place(input);
    return this.providers.test(id, toProvider(input, input.model ?? null));
  }

  /** Throws what `ChangeProviders.save` throws. Settings that name models of the server before get `model`. */
  async execute(input: ModelServerInput & { readonly model: string }, admin: Admin): Promise<void> {
    const { id, before } = await this.place(input);
    const saved = await this.providers.save(id, toProvider(input, input.model), { admin });
    if (before && before.id !== saved) await this.providers.remove(before.id, admin);
    await this.completeStep.execute('model');
  }

  /** Back to what the environment says. */
  async disconnect(admin: Admin): Promise<void> {
    const connected = await findModelServer(this.connected);
    if (connected) await this.providers.remove(connected.id, admin);
  }

  /** The connected server, and its id where the same kind is entered again. */
  private async place({ provider }: ModelServerInput) {
    if (this.servers.fixedBy !== undefined || this.servers.configured.length > 0) throw new ProviderSetByEnvironment();
    const before = await findModelServer(this.connected);
    return { before, id: before?.kind === provider ? before.id : undefined };
  }
}

const toProvider = ({ provider, baseUrl, apiKey }: ModelServerInput, model: string | null): ProviderInput => ({
  need: 'models',
  kind: provider,
  name: '',
  baseUrl,
  apiKey,
  model,
  user: null,
  sender: null,
});
