import type { Config } from '../config.ts';
import type { Env } from '../platform/provider-registry.ts';
import type { PublicUrls } from '../platform/public-urls.ts';
import type { Theme } from '../platform/theme.ts';
import type { OperatorProgram } from '../platform/tool-servers-file.ts';
import type { SignInProviderSelection } from '../adapters/identity/oidc/providers.ts';
import type { ConnectPayments } from '../adapters/payments/provider.ts';
import type { SwitchableModels } from '../adapters/llm/switchable-models.ts';
import type { SwitchableSearch } from '../adapters/search/switchable-search.ts';
import type { Logger } from '../adapters/system/logger.ts';
import type { ModelSettings } from '../platform/model-defaults.ts';
import type { AdapterSelection } from './adapter-selection.ts';
import type { Database } from '../adapters/sql/database.ts';
import { derive } from './define-module.ts';

/** Everything that is opened before the container is created. */
export abstract class AppContext {
  abstract readonly config: Config;
  abstract readonly logs: Logger;
  abstract readonly database: Database;
  /** The variables, for what an admin enters beside them. */
  abstract readonly env: Env;
  abstract readonly llm: SwitchableModels;
  abstract readonly search: SwitchableSearch;
  abstract readonly adapters: AdapterSelection;
  abstract readonly signInProviders: SignInProviderSelection;
  abstract readonly connectPayments: ConnectPayments;
  abstract readonly theme: Theme;
  /** Programs of this machine whose tools answer in chats. */
  abstract readonly toolPrograms: readonly OperatorProgram[];
  /** Final once the server listens. */
  abstract readonly urls: PublicUrls;
  /** The folder of the built page. */
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

/** Logs failures outside of requests. */
export const logErrors = derive(
  AppContext,
  ({ logs }) =>
    (what: string, error: unknown) =>
      logs.error(what, { error }),
);

/** The operator's name of the product. */
export const productName = derive(AppContext, ({ theme }) => theme.skins.default.branding.logo_text);
