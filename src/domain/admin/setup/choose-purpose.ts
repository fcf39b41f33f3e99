import { type Purpose, purposeSettings } from '../../../shared/purposes.ts';
import { SETTINGS_NAMES, type SettingsName } from '../../../shared/settings/documents.ts';
import type { ChangeConfig } from '../change-config.ts';
import type { Admin } from '../ports.ts';
import type { SetupProgressStore } from './ports.ts';

export interface ChosenPurpose {
  readonly purpose: Purpose;
  /** For a team: only addresses of these domains may register. */
  readonly domains: readonly string[];
}

/** Sets registration, trial, limits and agents by who an installation is for: one transaction, one line of the log. */
export class ChoosePurpose {
  constructor(
    private readonly changeConfig: ChangeConfig,
    private readonly progress: SetupProgressStore,
  ) {}

  async execute({ purpose, domains }: ChosenPurpose, admin: Admin): Promise<void> {
    const reason = `Set up for ${purpose}`;
    const chosen: { readonly [N in SettingsName]?: object } = purposeSettings(purpose, domains);
    const updates = new Map(
      SETTINGS_NAMES.flatMap((name) => {
        const update = chosen[name];
        return update === undefined ? [] : [[name, update] as const];
      }),
    );
    await this.changeConfig.saveTogether(updates, { admin, reason }, reason);
    const { steps } = await this.progress.find();
    await this.progress.save({ purpose, steps: [...new Set([...steps, 'purpose' as const])] });
  }
}
