import type { ModelInfo } from '../../chat/models/ports.ts';
import type { Purpose, SetupStep } from '../../../shared/purposes.ts';

/** A server of language models, as an admin names it. */
export interface ModelServer {
  /** Id of a kind. */
  readonly provider: string;
  /** Only for kinds with an address of their own. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** The default model. */
  readonly model: string;
}

export interface ModelServerKind {
  readonly id: string;
  readonly label: string;
  readonly needsAddress: boolean;
  readonly needsKey: boolean;
}

/** Which models answer, and the switch between them. */
export abstract class ModelServers {
  abstract readonly kinds: readonly ModelServerKind[];
  /** Variables of the environment that decide; where there are any, no server is connected here. */
  abstract readonly variables: readonly string[];
  /** The providers that answer now. */
  abstract labels(): readonly string[];
  /** Whether the built-in demo model answers. */
  abstract isDemo(): boolean;
  /** Stands for the models that a server does not offer. */
  abstract readonly defaultModel: string;
  /** Asks the server for its models. Throws `InvalidInput` for a bad address or key, and `ModelError`. */
  abstract list(server: Omit<ModelServer, 'model'>): Promise<readonly ModelInfo[]>;
  /**
   * From now on this server answers, in this process; undefined: as the environment says. Running
   * replies go on. The same server again changes nothing.
   */
  abstract use(server: ModelServer | undefined): void;
}

/** Encrypts secrets that the server must be able to use again. */
export abstract class SecretBox {
  abstract seal(text: string): string;
  /** Undefined for what was sealed with another key, or was changed. */
  abstract open(sealed: string): string | undefined;
  /** Sealed with the current key: the same text if it was so already, undefined if it cannot be opened. */
  abstract reseal(sealed: string): string | undefined;
}

/** The connected server of this installation. */
export abstract class ConnectedModelServer {
  /** Undefined for none, and for one whose key cannot be decrypted because APP_SECRET has changed. */
  abstract find(): Promise<ModelServer | undefined>;
  /** Undefined removes it. */
  abstract save(server: ModelServer | undefined): Promise<void>;
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
