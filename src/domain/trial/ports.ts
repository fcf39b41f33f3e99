/** What visitors get. Counts are messages per UTC day. */
export interface TrialConfig {
  readonly freemiumUnauth: boolean;
  readonly freemiumAgentAccess: boolean;
  /** 1 to 10. */
  readonly freemiumMaxMessages: number;
  readonly freemiumPrimaryModel: string;
  readonly freemiumFallbackModel: string;
}

/** The trial's settings as they stand now. */
export abstract class TrialSettings {
  abstract current(): Promise<TrialConfig>;
  abstract change(config: TrialConfig): Promise<void>;
}
