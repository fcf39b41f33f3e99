import type { IdentityConnection } from '../adapters/identity/provider.ts';
import type { SwitchableMail } from '../adapters/mail/switchable-mail.ts';
import type { MailTransport } from '../adapters/mail/provider.ts';
import { WriteProbe } from '../adapters/sql/operations/write-probe.ts';
import type { SignInProviders } from '../domain/accounts/identity/ports.ts';
import type { TextMessages } from '../domain/accounts/ports.ts';
import type { WebSearch } from '../domain/agents/ports.ts';
import type { GetCancellationState } from '../domain/billing/get-cancellation-state.ts';
import type { Payments } from '../domain/billing/ports.ts';
import type { GetEmailQueueState } from '../domain/accounts/mail-queue/get-email-queue-state.ts';
import type { GetForwardState } from '../domain/audit/get-forward-state.ts';
import type { ReplyBus } from '../domain/chat/replies/bus/ports.ts';
import type { GetBackupState } from '../domain/backup/get-backup-state.ts';
import type { Blobs, ContentHash } from '../domain/files/ports/blobs.ts';
import type { HealthCheck } from '../domain/operations/ports.ts';
import type { EmbeddingModels, VectorStore } from '../domain/retrieval/ports.ts';
import { parseForwardUrl } from '../platform/audit-forward-settings.ts';
import * as checks from '../platform/health-checks.ts';
import { SERVICE_REPORTS } from '../shared/service-reports.ts';
import type { AppContext } from './app-context.ts';
import { replyBusKind } from './reply-bus.module.ts';

interface ConnectedAdapters {
  readonly mail: MailTransport;
  readonly mails: SwitchableMail;
  readonly sms: TextMessages;
  readonly identity: IdentityConnection;
  readonly signIn: SignInProviders;
  readonly payments: Payments;
  readonly search: WebSearch;
  readonly embeddings: EmbeddingModels;
  readonly vectors: VectorStore;
  readonly blobs: Blobs;
  readonly hash: ContentHash;
  readonly backups: GetBackupState;
  readonly forwarding: GetForwardState;
  readonly cancellations: GetCancellationState;
  readonly queuedMails: GetEmailQueueState;
  readonly bus: ReplyBus;
}

/** One health check per selected adapter. */
export class ConnectionHealthChecks extends checks.AdapterHealthChecks {
  constructor(context: AppContext, connected: ConnectedAdapters) {
    super(() => connectionChecks(context, connected));
  }
}

type ConnectionCheck = Omit<HealthCheck, 'mode'>;

const connectionChecks = (context: AppContext, connected: ConnectedAdapters): readonly ConnectionCheck[] => {
  const { adapters } = context;
  const { sms, identity, signIn, embeddings, vectors, blobs, hash } = connected;
  const check = (need: keyof typeof adapters, label: string, run: HealthCheck['check']): ConnectionCheck => ({
    need,
    label,
    adapter: adapters[need].provider.id,
    check: run,
  });
  return [
    databaseCheck(context),
    ...context.llm.active.map(({ id, label, list }) => ({
      need: `models:${id}`,
      label: `Language models: ${label}`,
      adapter: id,
      check: checks.modelCheck(list),
    })),
    check('embeddings', 'Embeddings', checks.embeddingCheck(embeddings)),
    check('vectors', 'Vectors', checks.vectorCheck(vectors, embeddings)),
    {
      need: 'search',
      label: 'Web search',
      adapter: context.search.current.id,
      check: checks.searchCheck(connected.search),
    },
    check('payments', 'Payments', checks.paymentCheck(connected.payments)),
    cancellationCheck(connected.cancellations),
    ...mailChecks(connected),
    check('sms', 'Text messages', () => sms.check().then(() => SERVICE_REPORTS.takesMessages)),
    check('identity', 'Sign-in with Google', (signal) =>
      identity.check(signal).then(() => SERVICE_REPORTS.checksTokens),
    ),
    ...signIn.all.map((provider) => ({
      need: `sign-in:${provider.id}`,
      label: `Sign-in with ${provider.label}`,
      adapter: provider.id,
      check: () => provider.check().then(() => SERVICE_REPORTS.answers),
    })),
    replyBusCheck(context, connected.bus),
    check('blobs', 'Bytes of files', checks.blobCheck(blobs, hash)),
    {
      need: 'backup',
      label: 'Backups',
      adapter: context.config.BACKUP_TARGET?.kind ?? 'off',
      isLocal: true,
      check: () => connected.backups.execute(),
    },
    forwardCheck(context, connected.forwarding),
  ];
};

const mailChecks = ({ mail, mails, queuedMails }: ConnectedAdapters): readonly ConnectionCheck[] => [
  {
    need: 'mail',
    label: 'Mail',
    adapter: mails.current.id,
    check: () => mail.check().then(() => SERVICE_REPORTS.takesMails),
  },
  {
    need: 'queued-mails',
    label: 'Mails that are sent again',
    adapter: 'database',
    isLocal: true,
    check: () => queuedMails.execute(),
  },
];

const replyBusCheck = (context: AppContext, bus: ReplyBus): ConnectionCheck => ({
  need: 'reply-bus',
  label: 'Replies of other processes',
  adapter: replyBusKind(context),
  isLocal: true,
  check: () => bus.check(),
});

const forwardCheck = ({ config }: AppContext, forwarding: GetForwardState): ConnectionCheck => ({
  need: 'audit-forwarding',
  label: 'Audit log, sent on',
  adapter: parseForwardUrl(config.AUDIT_FORWARD_URL ?? '')?.kind ?? 'off',
  isLocal: true,
  check: () => forwarding.execute(),
});

const cancellationCheck = (cancellations: GetCancellationState): ConnectionCheck => ({
  need: 'subscription-ends',
  label: 'Subscriptions of suspended and deleted accounts',
  adapter: 'database',
  isLocal: true,
  check: () => cancellations.execute(),
});

const databaseCheck = ({ config, database }: AppContext): ConnectionCheck => ({
  need: 'database',
  label: 'Database',
  adapter: config.DATABASE_URL.startsWith('sqlite:') ? 'sqlite' : 'mysql',
  check: async () => {
    await new WriteProbe(database).run();
    return SERVICE_REPORTS.answers;
  },
});
