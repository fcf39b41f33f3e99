import type { Settings } from '../kernel/ports.ts';
import type { TrialConfig } from '../../shared/settings/freemium.ts';

export interface PublicTrialConfig {
  readonly freemiumEnabled: boolean;
  readonly maxTrialMessages: number;
  readonly freemiumAgentAccess: boolean;
}

export class GetTrialConfig {
  constructor(private readonly settings: Settings<TrialConfig>) {}

  async execute(): Promise<PublicTrialConfig> {
    const config = await this.settings.current();
    return {
      freemiumEnabled: config.freemiumUnauth,
      maxTrialMessages: config.freemiumMaxMessages,
      freemiumAgentAccess: config.freemiumAgentAccess,
    };
  }
}
