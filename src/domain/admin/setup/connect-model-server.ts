import type { ChangeConfig } from '../change-config.ts';
import type { Admin } from '../ports.ts';
import type { ModelInfo } from '../../chat/models/ports.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import type { ServerEventLog } from '../../kernel/ports.ts';
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
    const { connected, followServer, changeConfig, settings, completeStep, events } = this.deps;
    const { model, ...rest } = input;
    const server = { ...(await this.withKey(rest)), model };
    const offered = new Set((await this.list(server)).map(({ id }) => id));
    if (!offered.has(model)) throw new ModelNotOffered();
    await connected.save(server);
    const detail = `Models: ${server.provider} connected, ${model}`;
    events.add({ kind: 'admin change', level: 'info', uid: admin.uid, detail });
    await followServer.update();
    await adoptModels({ changeConfig, settings }, { offered, model }, admin);
    await completeStep.execute('model');
  }

  /** Back to what the environment says. */
  async disconnect(admin: Admin): Promise<void> {
    const { connected, followServer, events } = this.deps;
    await connected.save(undefined);
    await followServer.update();
    events.add({
      kind: 'admin change',
      level: 'info',
      uid: admin.uid,
      detail: 'Models: the connected server was removed',
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
