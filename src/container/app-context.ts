import type { Config } from '../config.ts';
import type { Skins } from '../contract/theme.ts';
import type { PublicUrls } from '../platform/public-urls.ts';
import type { ConnectPayments } from '../adapters/payments/provider.ts';
import type { ConnectedModels } from '../adapters/llm/connect-models.ts';
import type { Logger } from '../adapters/system/logger.ts';
import type { ModelSettings } from '../platform/model-defaults.ts';
import type { AdapterSelection } from './adapter-selection.ts';
import type { Database } from '../adapters/sql/database.ts';
import { derive } from './define-module.ts';

/** What must be there before anything can be wired: read, opened and connected by `start`. */
export abstract class AppContext {
  abstract readonly config: Config;
  abstract readonly logs: Logger;
  abstract readonly database: Database;
  abstract readonly llm: ConnectedModels;
  abstract readonly adapters: AdapterSelection;
  abstract readonly connectPayments: ConnectPayments;
  /** How the page looks, as the operator set it. */
  abstract readonly skins: Skins;
  /** Where the product is reached; right once it listens. */
  abstract readonly urls: PublicUrls;
  /** Where the built page lies. */
  abstract readonly webRoot: string;
  abstract readonly version: string;
}

export const modelSettings = ({ config, llm }: AppContext): ModelSettings => ({
  primary: config.MODEL_PRIMARY,
  fallback: config.MODEL_FALLBACK,
  vision: config.VISION_MODEL,
  providerId: llm.active[0]?.id,
  providerDefault: llm.defaultModel,
});

/** For what goes wrong beside the requests. */
export const logErrors = derive(
  AppContext,
  ({ logs }) =>
    (what: string, error: unknown) =>
      logs.error(what, { error }),
);
