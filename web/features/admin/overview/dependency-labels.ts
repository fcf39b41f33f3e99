import type { UsersTextKey } from '../shared/users-texts.ts';

/** Names of the connections that the server tests; sign-in providers and models have names of their own. */
export const DEPENDENCY_LABELS: Readonly<Record<string, UsersTextKey>> = {
  database: 'needDatabase',
  embeddings: 'needEmbeddings',
  vectors: 'needVectors',
  backup: 'needBackup',
  blobs: 'needBlobs',
  search: 'needSearch',
  payments: 'needPayments',
  mail: 'needMail',
  'queued-mails': 'needQueuedMails',
  sms: 'needSms',
  identity: 'needIdentity',
  'subscription-ends': 'needSubscriptionEnds',
  'reply-bus': 'needReplyBus',
  'audit-forwarding': 'needAuditForwarding',
};
