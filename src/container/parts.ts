import type { Config } from '../config.ts';
import type { Skins } from '../contract/theme.ts';
import type { OwnAddresses } from '../own-addresses.ts';
import type { ChosenPayments } from '../adapters/payments/connect-payments.ts';
import type { ConnectedModels } from '../adapters/llm/connect-models.ts';
import type { Logs } from '../adapters/system/logs.ts';
import type { AnalyticsChoice } from './analytics-choice.ts';
import type { BlobsChoice } from './blobs-choice.ts';
import type { RetrievalChoice } from './retrieval-choice.ts';
import type { SearchChoice } from './search-choice.ts';
import type { SignInChoice } from './sign-in-choice.ts';
import type { Database } from '../adapters/sql/database.ts';

/** What must be there before anything can be wired: read, opened and connected by `start`. */
export abstract class Parts {
  abstract readonly config: Config;
  abstract readonly logs: Logs;
  abstract readonly database: Database;
  abstract readonly llm: ConnectedModels;
  abstract readonly signIn: SignInChoice;
  abstract readonly payments: ChosenPayments;
  abstract readonly search: SearchChoice;
  abstract readonly blobs: BlobsChoice;
  abstract readonly retrieval: RetrievalChoice;
  /** How the page looks, as the operator set it. */
  abstract readonly skins: Skins;
  abstract readonly analytics: AnalyticsChoice;
  /** Where the product is reached; right once it listens. */
  abstract readonly addresses: OwnAddresses;
  /** Where the built page lies. */
  abstract readonly webRoot: string;
  abstract readonly version: string;
}
