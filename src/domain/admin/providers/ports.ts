import type { ModelInfo } from '../../chat/models/ports.ts';
import type { ProviderFailure, ProviderNeed } from '../../../shared/providers.ts';

/** What an admin can enter for a provider of some kind. */
export interface ProviderKind {
  readonly id: string;
  readonly label: string;
  readonly needsAddress: boolean;
  readonly needsKey: boolean;
  /** A server of mails: its key is a password, and it has a user name and a sender. */
  readonly sendsMail: boolean;
  /** Several of them may be connected, each under a name of its own. */
  readonly isRepeatable: boolean;
}

/** What a provider is called with. */
export interface ProviderAccess {
  /** Id of a kind. */
  readonly kind: string;
  readonly baseUrl: string | null;
  /** API key, or the password of a mail server. */
  readonly apiKey: string | null;
  /** The default model; null: that of the kind. */
  readonly model: string | null;
  readonly user: string | null;
  readonly sender: string | null;
}

/** A provider that an admin entered. */
export interface ConnectedProvider extends ProviderAccess {
  /** Of model providers also the prefix that selects them: `own-server/some-model`. */
  readonly id: string;
  readonly need: ProviderNeed;
  /** Empty: the label of the kind. */
  readonly name: string;
}

export interface ConfiguredProvider {
  readonly id: string;
  readonly label: string;
  /** The variable that enables it. */
  readonly variable: string;
}

/** The providers of one need, and the switch between them. */
export abstract class ProviderSwitch {
  abstract readonly need: ProviderNeed;
  abstract readonly kinds: readonly ProviderKind[];
  /** What the environment configures; of the same id it wins. */
  abstract readonly configured: readonly ConfiguredProvider[];
  /** The variable by which the environment decides alone; undefined: providers that an admin entered serve as well. */
  abstract readonly fixedBy: string | undefined;
  /**
   * The cheapest real call; of model providers its models, of which one without a list has the named one. Throws
   * `InvalidInput` for a bad address or key, else what went wrong.
   */
  abstract test(access: ProviderAccess): Promise<readonly ModelInfo[]>;
  /**
   * From now on these serve in this process, beside those of the environment. Calls in progress go on. The same
   * list again changes nothing.
   */
  abstract use(providers: readonly ConnectedProvider[]): void;
}

/** The switch of each need. */
export abstract class ProviderSwitches {
  abstract readonly all: readonly ProviderSwitch[];
}

export interface StoredProvider extends ConnectedProvider {
  /** Its key cannot be decrypted, because APP_SECRET has changed; `apiKey` is null then. */
  readonly isLocked: boolean;
}

/** The providers that admins entered, in the order of their ids; keys are stored encrypted. */
export abstract class ConnectedProviders {
  abstract list(): Promise<readonly StoredProvider[]>;
  /** In a transaction: as it is stored now, locked until the transaction ends. */
  abstract lock(id: string): Promise<StoredProvider | undefined>;
  abstract save(provider: ConnectedProvider): Promise<void>;
  abstract remove(id: string): Promise<void>;
}

/** Says which of the known ways a call to a provider failed. */
export abstract class ProviderFailures {
  abstract classify(error: unknown): ProviderFailure;
}
