import type { Container } from 'inversify';

import { Metrics } from '../adapters/system/metrics.ts';
import type { Telemetry } from '../adapters/telemetry/telemetry.ts';
import { JobLocks } from '../domain/kernel/ports.ts';
import { LanguageModels } from '../domain/chat/models/ports.ts';
import { FileContextProvider } from '../domain/chat/replies/ports/files.ts';
import { telemetryHeaders, telemetryTargets } from '../process/telemetry-settings.ts';
import { AppContext } from './app-context.ts';

/**
 * Starts tracing where a collector is configured; else undefined, and neither the packages are loaded nor anything
 * is wrapped. Call it before anything is resolved.
 */
export const startTelemetry = async (container: Container): Promise<Telemetry | undefined> => {
  const { config, logs, version, database } = container.get(AppContext);
  const targets = telemetryTargets(config);
  if (!targets) return undefined;
  const { startOpenTelemetry } = await import('../adapters/telemetry/open-telemetry.ts');
  const telemetry = startOpenTelemetry({
    ...targets,
    headers: telemetryHeaders(config),
    serviceName: config.OTEL_SERVICE_NAME,
    version,
    sampler: config.OTEL_TRACES_SAMPLER,
    samplerRatio: config.OTEL_TRACES_SAMPLER_ARG,
    metricIntervalMs: config.OTEL_METRIC_EXPORT_INTERVAL,
    registry: container.get(Metrics).registry,
    failed: (what, error) => logs.warn(what, { error }),
  });
  container.onActivation(LanguageModels, (_, models) => telemetry.models(models));
  container.onActivation(FileContextProvider, (_, files) => telemetry.files(files));
  container.onActivation(JobLocks, (_, locks) => telemetry.jobs(locks));
  telemetry.queries(database.connection);
  return telemetry;
};
