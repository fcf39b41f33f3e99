import { users } from './0001-users.ts';
import { sessions } from './0002-sessions.ts';
import { oneTimeSecrets } from './0003-one-time-secrets.ts';
import { chats } from './0004-chats.ts';
import { messages } from './0005-messages.ts';
import { searchDocuments } from './0006-search-documents.ts';
import { searchWords } from './0007-search-words.ts';
import { replies } from './0008-replies.ts';
import { replyLog } from './0009-reply-log.ts';
import { runners } from './0010-runners.ts';
import { counters } from './0011-counters.ts';
import { reservations } from './0012-reservations.ts';
import { settings } from './0013-settings.ts';
import { outbox } from './0014-outbox.ts';
import { accountTokens } from './0015-account-tokens.ts';
import { identities } from './0016-identities.ts';
import { signInCodes } from './0017-sign-in-codes.ts';
import { paces } from './0018-paces.ts';
import { userLimits } from './0020-user-limits.ts';
import { ledger } from './0021-ledger.ts';
import { paymentCustomers } from './0025-payment-customers.ts';
import { subscriptions } from './0026-subscriptions.ts';
import { paymentEvents } from './0027-payment-events.ts';
import { chores } from './0028-chores.ts';
import { sandboxRecords } from './0029-sandbox-records.ts';
import { apiKeys } from './0030-api-keys.ts';
import { messageDetails } from './0040-message-details.ts';
import { files } from './0050-files.ts';
import { fileUse } from './0051-file-use.ts';
import { blobs } from './0052-blobs.ts';
import { fileChunks } from './0055-file-chunks.ts';
import { chunkWords } from './0056-chunk-words.ts';
import { chunkVectors } from './0057-chunk-vectors.ts';
import { embeddingJobs } from './0058-embedding-jobs.ts';
import { retrievalTraces } from './0059-retrieval-traces.ts';
import { configVersions } from './0060-config-versions.ts';
import { adminOverrides } from './0061-admin-overrides.ts';
import { userStanding } from './0065-user-standing.ts';
import { tierGrants } from './0066-tier-grants.ts';
import { serverEvents } from './0067-server-events.ts';
import { usageDays } from './0068-usage-days.ts';
import { ledgerPending } from './0069-ledger-pending.ts';
import { shares } from './0070-shares.ts';
import { ownInstructions } from './0075-own-instructions.ts';
import { peopleSearchBytes } from './0076-people-search-bytes.ts';
import { searchDue } from './0080-search-due.ts';
import { vectorBlocks } from './0085-vector-blocks.ts';
import { fillVectorBlocks } from './0086-fill-vector-blocks.ts';
import { replyEpoch } from './0090-reply-epoch.ts';
import { repliesByOwner } from './0100-replies-by-owner.ts';
import { chatBytes } from './0101-chat-bytes.ts';
import { tracesByOwner } from './0110-traces-by-owner.ts';
import { spentQuotas } from './0120-spent-quotas.ts';
import { unprovedKeys } from './0121-unproved-keys.ts';
import { replyFollowUps } from './0130-reply-follow-ups.ts';
import { embeddingDelays } from './0150-embedding-delays.ts';
import { nextTier } from './0160-next-tier.ts';
import { fileTextTokens } from './0161-file-text-tokens.ts';
import { ledgerFileTokens } from './0162-ledger-file-tokens.ts';
import { scans } from './0164-scans.ts';
import { embeddingTurns } from './0167-embedding-turns.ts';
import { audit } from './0170-audit.ts';
import { sessionDetails } from './0180-session-details.ts';
import { userApiKeys } from './0181-user-api-keys.ts';
import { emailChanges } from './0182-email-changes.ts';
import { secondFactors } from './0190-second-factors.ts';
import { passkeys } from './0191-passkeys.ts';
import { providerIdentities } from './0200-provider-identities.ts';
import { backups } from './0220-backups.ts';
import { embeddingProgress } from './0230-embedding-progress.ts';
import { auditors } from './0240-auditors.ts';
import { registrationModes } from './0250-registration-modes.ts';
import { invitations } from './0251-invitations.ts';
import { registrationRequests } from './0252-registration-requests.ts';
import { grantExpiry } from './0253-grant-expiry.ts';
import { groups } from './0260-groups.ts';
import { auditForwarding } from './0270-audit-forwarding.ts';
import { chatExpiry } from './0271-chat-expiry.ts';
import { shareReports } from './0280-share-reports.ts';
import { connectedProviders } from './0290-connected-providers.ts';
import { accountLanguage } from './0310-account-language.ts';
import { usageMails } from './0311-usage-mails.ts';
import { groupFiles } from './0312-group-files.ts';
import { searchClaims } from './0313-search-claims.ts';
import { toolServers } from './0320-tool-servers.ts';
import { chatTools } from './0330-chat-tools.ts';
import { toolQuestions } from './0331-tool-questions.ts';
import { toolCalls } from './0332-tool-calls.ts';
import { toolCallsByTime } from './0333-tool-calls-by-time.ts';
import { claimedPlans } from './0336-claimed-plans.ts';
import { planStops } from './0340-plan-stops.ts';
import { planCancellations } from './0341-plan-cancellations.ts';
import { mailQueue } from './0342-mail-queue.ts';
import { pinsAndArchive } from './0343-pins-and-archive.ts';
import { prompts } from './0344-prompts.ts';
import type { Migration } from './migration.ts';

/** Oldest first; never reorder. Names have no extension, so that sources and built files are the same migrations. */
export const migrations: readonly Migration[] = [
  users,
  sessions,
  oneTimeSecrets,
  chats,
  messages,
  searchDocuments,
  searchWords,
  replies,
  replyLog,
  runners,
  counters,
  reservations,
  settings,
  outbox,
  accountTokens,
  identities,
  signInCodes,
  paces,
  userLimits,
  ledger,
  paymentCustomers,
  subscriptions,
  paymentEvents,
  chores,
  sandboxRecords,
  apiKeys,
  messageDetails,
  files,
  fileUse,
  blobs,
  fileChunks,
  chunkWords,
  chunkVectors,
  embeddingJobs,
  retrievalTraces,
  configVersions,
  adminOverrides,
  userStanding,
  tierGrants,
  serverEvents,
  usageDays,
  ledgerPending,
  shares,
  ownInstructions,
  peopleSearchBytes,
  searchDue,
  vectorBlocks,
  fillVectorBlocks,
  replyEpoch,
  repliesByOwner,
  chatBytes,
  tracesByOwner,
  spentQuotas,
  unprovedKeys,
  replyFollowUps,
  embeddingDelays,
  nextTier,
  fileTextTokens,
  ledgerFileTokens,
  scans,
  embeddingTurns,
  audit,
  sessionDetails,
  userApiKeys,
  emailChanges,
  secondFactors,
  passkeys,
  providerIdentities,
  backups,
  embeddingProgress,
  auditors,
  registrationModes,
  invitations,
  registrationRequests,
  grantExpiry,
  groups,
  auditForwarding,
  chatExpiry,
  shareReports,
  connectedProviders,
  accountLanguage,
  usageMails,
  groupFiles,
  searchClaims,
  toolServers,
  chatTools,
  toolQuestions,
  toolCalls,
  toolCallsByTime,
  claimedPlans,
  planStops,
  planCancellations,
  mailQueue,
  pinsAndArchive,
  prompts,
];
