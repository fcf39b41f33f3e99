import type { AuditLog } from '../../audit/ports.ts';
import type { LanguageModels, ModelInfo } from '../../chat/models/ports.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import type { ServerEventLog, UnitOfWork } from '../../kernel/ports.ts';
import type { AllSettings } from '../../kernel/settings.ts';
import type { ErrorDescriber } from '../../operations/ports.ts';
import type { ChangeConfig } from '../change-config.ts';
import type { Admin } from '../ports.ts';
import { adoptModels } from '../setup/adopt-models.ts';
import type { ModelServers } from '../setup/ports.ts';
import { ProviderFailed, ProviderNotFound, ProviderSetByEnvironment, TooManyProviders } from './errors.ts';
import type { FollowConnectedProviders } from './follow-connected-providers.ts';
import type {
  ConnectedProvider,
  ConnectedProviders,
  ProviderFailures,
  ProviderSwitches,
  StoredProvider,
} from './ports.ts';
import {
  type Candidate,
  chooseModel,
  type ProviderInput,
  requireBareAddress,
  requireSameKind,
  requireUnchanged,
  withKey,
} from './provider-candidate.ts';
import { kindOf, newProviderId } from './provider-ids.ts';
import type { ShownProvider } from './shown-provider.ts';

const MAX_PROVIDERS = 20;

export interface ChangeProvidersDeps {
  readonly switches: ProviderSwitches;
  readonly connected: ConnectedProviders;
  readonly follow: FollowConnectedProviders;
  readonly failures: ProviderFailures;
  readonly servers: ModelServers;
  readonly models: LanguageModels;
  readonly changeConfig: ChangeConfig;
  readonly settings: AllSettings;
  readonly errorDescriber: ErrorDescriber;
  readonly events: ServerEventLog;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

interface Change {
  readonly admin: Admin;
  /** The provider that the admin was shown; null: there was none; undefined: whatever it is. */
  readonly before?: ShownProvider | null | undefined;
}

/** Tests, stores and removes the providers that admins enter; a change serves at once, without a restart. */
export class ChangeProviders {
  constructor(private readonly deps: ChangeProvidersDeps) {}

  /**
   * What the provider offers. Throws `ProviderSetByEnvironment`, `ProviderKeyRequired`,
   * `InvalidInput`, `ProviderFailed`.
   */
  async test(id: string | undefined, input: ProviderInput): Promise<readonly ModelInfo[]> {
    return this.call(await this.candidate(id, input));
  }

  /**
   * Tests before it stores. Also throws `ModelNotOffered`, `ProviderNotFound`, `ProviderChanged` and
   * `TooManyProviders`. Returns its id.
   */
  async save(id: string | undefined, input: ProviderInput, { admin, before }: Change): Promise<string> {
    const candidate = await this.candidate(id, input);
    const offered = await this.call(candidate);
    const { access, stored, each } = candidate;
    // It would take the demo's place, and answer nobody.
    if (each.need === 'models' && offered.length === 0) throw new ProviderFailed('It offers no models', 'models');
    const model = chooseModel(candidate, offered);
    const provider = { ...access, model, id: candidate.id, need: input.need, name: input.name };
    const mayLoseModels = stored !== undefined || this.deps.servers.isDemo();
    await this.store(provider, candidate, before);
    this.record(admin, `${provider.id} ${stored ? 'changed' : 'connected'}`);
    await this.deps.follow.update();
    if (each.need === 'models' && mayLoseModels) await this.adopt(model, admin);
    return provider.id;
  }

  /** Back to the other providers of its need. Throws `ProviderNotFound`. */
  async remove(id: string, admin: Admin): Promise<void> {
    const { connected, work, audit, follow } = this.deps;
    const stored = await this.find(id);
    await work.run(async () => {
      await connected.remove(id);
      await audit.record({
        action: 'provider.disconnect',
        target: { kind: 'provider', id },
        details: { need: stored.need },
      });
    });
    this.record(admin, `${id} removed`);
    await follow.update();
    if (stored.need === 'models') await this.adopt(null, admin);
  }

  private async find(id: string): Promise<StoredProvider> {
    const stored = (await this.deps.connected.list()).find((provider) => provider.id === id);
    if (!stored) throw new ProviderNotFound();
    return stored;
  }

  private async candidate(named: string | undefined, input: ProviderInput): Promise<Candidate> {
    const { switches, connected } = this.deps;
    const each = switches.all.find(({ need }) => need === input.need);
    if (!each) throw new InvalidInput('Unknown need', 'need');
    const kind = kindOf(each, input.kind);
    const existing = await connected.list();
    const id = named ?? newProviderId(each, kind, { name: input.name, existing });
    const stored = existing.find((provider) => provider.id === id);
    if (named !== undefined && !stored) throw new ProviderNotFound();
    if (!stored && existing.length >= MAX_PROVIDERS) throw new TooManyProviders();
    if (stored) requireSameKind(stored, kind, each);
    if (each.fixedBy !== undefined || each.configured.some((one) => one.id === id))
      throw new ProviderSetByEnvironment();
    requireBareAddress(input.baseUrl);
    return { each, kind, id, stored, access: withKey(input, kind, stored) };
  }

  private async call({ each, access }: Candidate): Promise<readonly ModelInfo[]> {
    const { errorDescriber, failures } = this.deps;
    try {
      return await each.test(access);
    } catch (error) {
      if (error instanceof InvalidInput) throw error;
      throw new ProviderFailed(errorDescriber.describe(error), failures.classify(error));
    }
  }

  /** The key is not recorded, nor are a name and a password in the address. */
  private store(provider: ConnectedProvider, candidate: Candidate, shown: Change['before']): Promise<void> {
    const { connected, work, audit } = this.deps;
    const { stored } = candidate;
    const { id, need, kind, baseUrl, apiKey } = provider;
    const host = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).host : null;
    return work.run(async () => {
      requireUnchanged(await connected.lock(id), candidate, shown);
      await connected.save(provider);
      await audit.record({
        action: stored ? 'provider.change' : 'provider.connect',
        target: { kind: 'provider', id },
        details: { need, kind, host, isNewKey: apiKey !== (stored?.apiKey ?? null) },
      });
    });
  }

  private record(admin: Admin, what: string): void {
    this.deps.events.add({ kind: 'admin change', level: 'info', uid: admin.uid, detail: `Providers: ${what}` });
  }

  /** Settings that name models which nobody offers any more get `preferred`, or the default one. */
  private async adopt(preferred: string | null, admin: Admin): Promise<void> {
    const { servers, models, changeConfig, settings } = this.deps;
    if (servers.isDemo()) return;
    const { models: list, failed } = await models.catalogue();
    const [first] = list;
    if (failed || !first) return;
    const offered = new Set(list.map(({ id }) => id));
    const model = [preferred, servers.defaultModel].find((id) => id !== null && offered.has(id)) ?? first.id;
    await adoptModels({ changeConfig, settings }, { offered, model }, admin);
  }
}
