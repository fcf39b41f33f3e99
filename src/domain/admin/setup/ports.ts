import { ProviderSwitch } from '../providers/ports.ts';
import type { Purpose, SetupStep } from '../../../shared/purposes.ts';

/** Which models answer, and the switch between them. */
export abstract class ModelServers extends ProviderSwitch {
  override readonly need = 'models';
  /** The providers that answer now. */
  abstract labels(): readonly string[];
  /** Whether the built-in demo model answers. */
  abstract isDemo(): boolean;
  /** Stands for the models that a server does not offer. */
  abstract readonly defaultModel: string;
}

/** Encrypts secrets that the server must be able to use again. */
export abstract class SecretBox {
  abstract seal(text: string): string;
  /** Undefined for what was sealed with another key, or was changed. */
  abstract open(sealed: string): string | undefined;
  /** Sealed with the current key: the same text if it was so already, undefined if it cannot be opened. */
  abstract reseal(sealed: string): string | undefined;
}

/** The providers whose models the settings name. */
export abstract class AdoptedProviders {
  /** Their labels; undefined before the first start is over. */
  abstract find(): Promise<string | undefined>;
  abstract save(labels: string): Promise<void>;
}

/** How far the owner came. */
export interface SetupProgress {
  readonly purpose: Purpose | null;
  /** Steps that were done or skipped. */
  readonly steps: readonly SetupStep[];
}

export abstract class SetupProgressStore {
  abstract find(): Promise<SetupProgress>;
  abstract save(progress: SetupProgress): Promise<void>;
}

/** How mails leave. */
export abstract class MailSetup {
  /** Nothing leaves this server. */
  abstract readonly isSandbox: boolean;
  /** Server and sender, without secrets. */
  abstract readonly label: string;
  /** Variables that set it. */
  abstract readonly variables: readonly string[];
}
