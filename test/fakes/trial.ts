import { type TrialConfig, TrialSettings } from '../../src/domain/trial/ports.ts';
import type { Restorable } from './kernel.ts';

export const aTrialConfig = (more: Partial<TrialConfig> = {}): TrialConfig => ({
  freemiumUnauth: true,
  freemiumAgentAccess: false,
  freemiumMaxMessages: 3,
  freemiumPrimaryModel: 'model-1',
  freemiumFallbackModel: 'model-2',
  ...more,
});

export class InMemoryTrialSettings extends TrialSettings implements Restorable {
  private config: TrialConfig;

  constructor(defaults: TrialConfig = aTrialConfig()) {
    super();
    this.config = defaults;
  }

  async current(): Promise<TrialConfig> {
    return this.config;
  }

  async change(config: TrialConfig): Promise<void> {
    this.config = config;
  }

  snapshot(): () => void {
    const before = this.config;
    return () => {
      this.config = before;
    };
  }
}
