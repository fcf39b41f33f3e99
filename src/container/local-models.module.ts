import { LocalModels } from '../adapters/embeddings/sentence/connect-models.ts';
import { CrossEncoder } from '../adapters/embeddings/sentence/sentence-models.ts';
import { SqlSentenceModelStore } from '../adapters/sql/settings/sentence-model-rows.ts';
import { SettingsTable } from '../adapters/sql/settings/sql-settings.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { IdleClock } from '../domain/kernel/activity.ts';
import { ServerEventLog, Clock, UnitOfWork, JobLocks } from '../domain/kernel/ports.ts';
import { Reranker } from '../domain/retrieval/ports.ts';
import { FollowReranker, FollowSentenceModel } from '../domain/retrieval/sentence/follow-sentence-model.ts';
import { SentenceModel, SentenceModelStore } from '../domain/retrieval/sentence/ports.ts';
import { SwitchSentenceModel } from '../domain/retrieval/sentence/switch-sentence-model.ts';
import { PublicAddresses } from '../platform/public-addresses.ts';
import { AppContext, logErrors } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

const connectModels = ({ config, adapters }: AppContext, clock: Clock): LocalModels =>
  new LocalModels(
    {
      dataDir: config.DATA_DIR,
      sentenceModel: config.SENTENCE_MODEL,
      rerankerModel: config.RERANKER_MODEL,
      threads: config.SENTENCE_MODEL_THREADS,
      downloadUrl: config.MODEL_DOWNLOAD_URL,
      hasService: adapters.embeddings.provider.id !== 'local',
    },
    clock,
    new PublicAddresses(config.OUTBOUND_ALLOWED),
  );

/** Models that run on this machine. */
export const localModelsModule = defineModule(({ bind, bindClass, bindPort }) => {
  bind(LocalModels).toResolvedValue(connectModels, [AppContext, Clock]);
  bind(SentenceModel).toResolvedValue(({ sentence }) => sentence, [LocalModels]);
  bindPort(
    Reranker,
    CrossEncoder,
    derive(LocalModels, ({ reranker }) => reranker),
  );
  bindPort(SentenceModelStore, SqlSentenceModelStore, SettingsTable);
  const following = { store: SentenceModelStore, jobLocks: JobLocks, clock: IdleClock, failed: logErrors };
  bindClass(FollowSentenceModel, { model: SentenceModel, ...following });
  bindClass(FollowReranker, { model: derive(LocalModels, ({ reranker }) => reranker), ...following });
  bindClass(
    SwitchSentenceModel,
    SentenceModel,
    SentenceModelStore,
    FollowSentenceModel,
    ServerEventLog,
    UnitOfWork,
    AuditLog,
  );
});
