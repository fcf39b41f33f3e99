import type { ChangeConfig } from '../change-config.ts';
import type { Admin } from '../ports.ts';
import type { ModelInfo } from '../../chat/models/ports.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import type { AuditLog } from '../../audit/ports.ts';
import type { ServerEventLog, UnitOfWork } from '../../kernel/ports.ts';
import type { AllSettings } from '../../kernel/settings.ts';
import type { ErrorDescriber } from '../../operations/ports.ts';
import { adoptModels } from './adopt-models.ts';
import { ModelKeyRequired, ModelNotOffered, ModelServerFailed, ModelsSetByEnvironment } from './errors.ts';
import type { ConnectedModelServer, ModelServer, ModelServers } from './ports.ts';
import type { FollowModelServer } from './follow-model-server.ts';
import type { CompleteSetupStep } from './setup-progress.ts';

/** As a form has it: without a key, the stored one of the same server is meant. */
export type ModelServerInput = Omit<ModelServer, 'apiKey' | 'model'> & { readonly apiKey: string | undefined };

export interface ModelServerDeps {
  readonly servers: ModelServers;
  readonly connected: ConnectedModelServer;
  readonly followServer: FollowModelServer;
  readonly changeConfig: ChangeConfig;
  readonly settings: AllSettings;
  readonly completeStep: CompleteSetupStep;
  readonly errorDescriber: ErrorDescriber;
  readonly events: ServerEventLog;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/** Connects a server of models, which takes the demo model's place at once. */
export class ConnectModelServer {
  constructor(private readonly deps: ModelServerDeps) {}

  /** The models that the server offers. Throws `ModelsSetByEnvironment`, `ModelKeyRequired`, `InvalidInput`, `ModelServerFailed`. */
  async test(input: ModelServerInput): Promise<readonly ModelInfo[]> {
    return this.list(await this.withKey(input));
  }

  /** Also throws `ModelNotOffered`. Settings that name models of the server before get `model`. */
  async execute(input: ModelServerInput & { readonly model: string }, admin: Admin): Promise<void> {
    const { followServer, changeConfig, settings, completeStep, events } = this.deps;
    const { model, ...rest } = input;
    const server = { ...(await this.withKey(rest)), model };
    const offered = new Set((await this.list(server)).map(({ id }) => id));
    if (!offered.has(model)) throw new ModelNotOffered();
    await this.save(server);
    const detail = `Models: ${server.provider} connected, ${model}`;
    events.add({ kind: 'admin change', level: 'info', uid: admin.uid, detail });
    await followServer.update();
    await adoptModels({ changeConfig, settings }, { offered, model }, admin);
    await completeStep.execute('model');
  }

  /** Back to what the environment says. */
  async disconnect(admin: Admin): Promise<void> {
    const { followServer, events } = this.deps;
    await this.save(undefined);
    await followServer.update();
    events.add({
      kind: 'admin change',
      level: 'info',
      uid: admin.uid,
      detail: 'Models: the connected server was removed',
    });
  }

  /** The key is not recorded, nor are a name and a password in the address. */
  private save(server: ModelServer | undefined): Promise<void> {
    const { connected, work, audit } = this.deps;
    return work.run(async () => {
      await connected.save(server);
      if (!server) return audit.record({ action: 'models.disconnect' });
      const { provider, model, baseUrl } = server;
      const host = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).host : null;
      return audit.record({
        action: 'models.connect',
        target: { kind: 'model server', id: provider },
        details: { model, host },
      });
    });
  }

  private async list(server: Omit<ModelServer, 'model'>): Promise<readonly ModelInfo[]> {
    try {
      return await this.deps.servers.list(server);
    } catch (error) {
      if (error instanceof InvalidInput) throw error;
      throw new ModelServerFailed(this.deps.errorDescriber.describe(error));
    }
  }

  /** A stored key is never sent to another address than the one that it was entered for. */
  private async withKey({ apiKey, ...input }: ModelServerInput): Promise<Omit<ModelServer, 'model'>> {
    const { servers, connected } = this.deps;
    if (servers.variables.length > 0) throw new ModelsSetByEnvironment();
    const kind = servers.kinds.find(({ id }) => id === input.provider);
    if (!kind) throw new InvalidInput('Unknown kind of server', 'provider');
    if (apiKey !== undefined) return { ...input, apiKey: apiKey === '' ? null : apiKey };
    const stored = await connected.find();
    const isSame = stored?.provider === input.provider && stored.baseUrl === input.baseUrl;
    if (!isSame && kind.needsKey) throw new ModelKeyRequired();
    return { ...input, apiKey: isSame ? stored.apiKey : null };
  }
}
