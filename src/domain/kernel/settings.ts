import type { SettingsDocuments, SettingsName } from '../../shared/settings/documents.ts';
import type { Settings } from './ports.ts';

export type SettingsByName = { readonly [N in SettingsName]: Settings<SettingsDocuments[N]> };

export class AllSettings {
  constructor(private readonly byName: SettingsByName) {}

  of<N extends SettingsName>(name: N): Settings<SettingsDocuments[N]> {
    return this.byName[name];
  }
}
