import type { LanguageModels } from '../../chat/models/ports.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { AllSettings } from '../../kernel/settings.ts';
import type { ChangeConfig } from '../change-config.ts';
import type { Admin } from '../ports.ts';
import { adoptModels } from './adopt-models.ts';
import type { AdoptedProviders, ModelServers } from './ports.ts';

const RETRY_MS = 30_000;
const AUTHOR: Admin = { uid: 'parley', name: 'Parley' };

export interface FollowProvidersDeps {
  readonly servers: ModelServers;
  readonly models: LanguageModels;
  readonly adopted: AdoptedProviders;
  readonly changeConfig: ChangeConfig;
  readonly settings: AllSettings;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Stored settings name models of the providers of their time, the demo included. Where the environment names other
 * providers than at the last start, models that these do not offer are replaced, once all their lists could be fetched.
 */
export class FollowProviders {
  constructor(private readonly deps: FollowProvidersDeps) {}

  async execute(signal: AbortSignal): Promise<void> {
    const { clock, failed } = this.deps;
    const adopt = () =>
      this.adopt().catch((error: unknown) => {
        failed('adopting the models of the providers', error);
        return false;
      });
    while (!signal.aborted && !(await adopt())) await clock.sleep(RETRY_MS, signal);
  }

  /** False where a list is not known yet. */
  private async adopt(): Promise<boolean> {
    const { servers, models, adopted, changeConfig, settings } = this.deps;
    const labels = servers.labels().join(', ');
    const before = await adopted.find();
    if (before === labels) return true;
    if (before !== undefined && !servers.isDemo()) {
      const { models: list, failed } = await models.catalogue();
      if (failed || list.length === 0) return false;
      const offered = new Set(list.map(({ id }) => id));
      await adoptModels({ changeConfig, settings }, { offered, model: servers.defaultModel }, AUTHOR);
    }
    await adopted.save(labels);
    return true;
  }
}
