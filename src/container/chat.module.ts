import { EffectiveLimitsResolver } from '../domain/billing/effective-limits.ts';
import { LimitLog } from '../domain/billing/ports.ts';
import { LimitSettings } from '../domain/billing/settings.ts';
import { TierAllowance } from '../domain/billing/tier-allowance.ts';
import { TierModels } from '../domain/billing/tier-models.ts';
import { HelperCompletion } from '../domain/chat/models/helper-completion.ts';
import { InternalCompletion } from '../domain/chat/models/internal-completion.ts';
import { AllowanceByRequester, ModelPolicyByRequester } from '../domain/chat/replies/requester-policies.ts';
import { TierChatQuota } from '../domain/chat/conversations/chat-quota.ts';
import { CreateCompletion } from '../domain/chat/replies/create-completion.ts';
import { CommitReply } from '../domain/chat/replies/commit-reply.ts';
import { FollowUps } from '../domain/chat/replies/follow-ups.ts';
import { FollowReply } from '../domain/chat/replies/follow-reply.ts';
import { QuotaFollowUpAllowance } from '../domain/chat/replies/follow-up-allowance.ts';
import { GenerateTitle } from '../domain/chat/replies/generate-title.ts';
import { ReplyMaintenance } from '../domain/chat/replies/maintenance/index.ts';
import { AppendTurn } from '../domain/chat/conversations/append-turn.ts';
import { ActiveReplies } from '../domain/chat/replies/active-replies.ts';
import { ReplyBus } from '../domain/chat/replies/bus/ports.ts';
import { StopRequests } from '../domain/chat/replies/bus/stop-requests.ts';
import {
  ChatAges,
  ChatQuota,
  ChatRepository,
  ChatUsage,
  MessageRepository,
  SearchIndex,
} from '../domain/chat/conversations/ports.ts';
import { LanguageModels, Ledger } from '../domain/chat/models/ports.ts';
import { ToolPictures } from '../domain/chat/models/tool-pictures.ts';
import { Agents } from '../domain/chat/replies/ports/agents.ts';
import {
  Allowance,
  ModelPolicy,
  CustomInstructions,
  Requesters,
  Revocations,
} from '../domain/chat/replies/ports/requesters.ts';
import {
  UtilityModel,
  CountedMessages,
  FollowUpAllowance,
  FollowUpGenerators,
  ReplyPostProcessor,
  ReplyHelperModel,
} from '../domain/chat/replies/ports/answers.ts';
import { FileContextProvider, FileQuotes } from '../domain/chat/replies/ports/files.ts';
import { ReplyObserver, ReplyRepository, Runners } from '../domain/chat/replies/ports/reply-store.ts';
import { SaveCustomInstructions, GetCustomInstructions } from '../domain/chat/replies/custom-instructions.ts';
import { ExpireChats } from '../domain/chat/conversations/expire-chats.ts';
import { GetChatUsage } from '../domain/chat/conversations/get-chat-usage.ts';
import { DeleteChat, ListChats, OpenChat } from '../domain/chat/conversations/open-chat.ts';
import { RunAgentReply } from '../domain/chat/replies/run-agent-reply.ts';
import { AddFileContext } from '../domain/chat/replies/add-file-context.ts';
import { GenerateReply } from '../domain/chat/replies/generate-reply.ts';
import { OrganizeChats } from '../domain/chat/conversations/organize-chats.ts';
import { OwnVersions } from '../domain/chat/conversations/own-versions.ts';
import { MergeChat } from '../domain/chat/conversations/merge-chat.ts';
import { StartReply } from '../domain/chat/replies/start-reply.ts';
import { StopReply } from '../domain/chat/replies/stop-reply.ts';
import { CommitWithRetry } from '../domain/chat/replies/commit-with-retry.ts';
import { OpenQuestions } from '../domain/chat/replies/waiting/open-questions.ts';
import { ToolPermissions } from '../domain/chat/replies/ports/tool-permissions.ts';
import { ToolQuestions } from '../domain/chat/replies/waiting/ports.ts';
import { PresentRights } from '../domain/chat/replies/waiting/present-rights.ts';
import { ResumeReply } from '../domain/chat/replies/waiting/resume-reply.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { Activity } from '../domain/kernel/activity.ts';
import { Clock, Ids, Quotas, Secrets, UnitOfWork, JobLocks } from '../domain/kernel/ports.ts';
import { GetTrialConfig } from '../domain/trial/get-trial-config.ts';
import { TrialAllowance, TrialModels } from '../domain/trial/trial-allowance.ts';
import { AppContext, logErrors } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';
import { setting } from './settings.module.ts';

export const limitsModule = defineModule(({ bind, bindClass, bindPort }) => {
  bind(LanguageModels).toResolvedValue((context) => context.llm.models, [AppContext]);
  bindClass(TierAllowance, {
    limits: EffectiveLimitsResolver,
    agents: setting('agents'),
    log: LimitLog,
    quotas: Quotas,
    clock: Clock,
  });
  bindClass(
    TrialAllowance,
    setting('freemium'),
    Quotas,
    Clock,
    LimitLog,
    derive(AppContext, ({ config }) => config.TRIAL_AGENT_REQUESTS),
  );
  bindPort(Allowance, AllowanceByRequester, TierAllowance, TrialAllowance);
  bindPort(FollowUpAllowance, QuotaFollowUpAllowance, {
    messages: CountedMessages,
    trial: setting('freemium'),
    rates: setting('rate-limits'),
    quotas: Quotas,
    clock: Clock,
  });
  bindClass(TierModels, LanguageModels, LimitSettings);
  bindClass(TrialModels, setting('freemium'), setting('rate-limits'));
  bindPort(ModelPolicy, ModelPolicyByRequester, TierModels, TrialModels);
  bindPort(ChatQuota, TierChatQuota, ChatUsage, setting('storage-limits'));
  bindClass(GetChatUsage, ChatUsage, ChatQuota, setting('storage-limits'));
  bindClass(GetTrialConfig, setting('freemium'));
});

export const repliesModule = defineModule(({ bindClass }) => {
  bindClass(
    ActiveReplies,
    ReplyRepository,
    ReplyBus,
    Clock,
    ReplyObserver,
    derive(AppContext, ({ config }) => config.MAX_LIVE_REPLIES),
  );
  bindClass(ExpireChats, {
    ages: ChatAges,
    chats: ChatRepository,
    settings: setting('storage-limits'),
    owners: Requesters,
    jobLocks: JobLocks,
    work: UnitOfWork,
    audit: AuditLog,
    clock: Clock,
    failed: logErrors,
  });
  bindClass(AppendTurn, ChatRepository, MessageRepository, Ids, Clock);
  bindClass(CommitReply, {
    replies: ReplyRepository,
    messages: MessageRepository,
    allowance: Allowance,
    ledger: Ledger,
    quotes: FileQuotes,
    questions: ToolQuestions,
    clock: Clock,
  });
  bindClass(RunAgentReply, Agents, PresentRights, {
    questions: ToolQuestions,
    permissions: ToolPermissions,
    openQuestions: OpenQuestions,
    ids: Ids,
    clock: Clock,
  });
  bindClass(CommitWithRetry, {
    activeReplies: ActiveReplies,
    commitReply: CommitReply,
    work: UnitOfWork,
    clock: Clock,
    observer: ReplyObserver,
  });
  bindClass(FollowUps, {
    generateTitle: GenerateTitle,
    generators: FollowUpGenerators,
    activeReplies: ActiveReplies,
    chats: ChatRepository,
    messages: MessageRepository,
    replies: ReplyRepository,
    work: UnitOfWork,
    clock: Clock,
    observer: ReplyObserver,
  });
  bindClass(GenerateReply, {
    models: LanguageModels,
    runAgentReply: RunAgentReply,
    rights: PresentRights,
    pictures: ToolPictures,
    addFileContext: AddFileContext,
    postProcessor: ReplyPostProcessor,
    activeReplies: ActiveReplies,
    commitReply: CommitWithRetry,
    followUps: FollowUps,
    secrets: Secrets,
    clock: Clock,
    observer: ReplyObserver,
  });
  bindClass(StartReply, {
    activeReplies: ActiveReplies,
    generateReply: GenerateReply,
    appendTurn: AppendTurn,
    quota: ChatQuota,
    replies: ReplyRepository,
    allowance: Allowance,
    policy: ModelPolicy,
    agents: Agents,
    fileContext: FileContextProvider,
    instructions: CustomInstructions,
    runners: Runners,
    work: UnitOfWork,
    ids: Ids,
    secrets: Secrets,
    clock: Clock,
    observer: ReplyObserver,
  });
  bindClass(GetCustomInstructions, CustomInstructions);
  bindClass(SaveCustomInstructions, CustomInstructions, Clock);
  bindClass(CreateCompletion, {
    activeReplies: ActiveReplies,
    models: LanguageModels,
    allowance: Allowance,
    ledger: Ledger,
    policy: ModelPolicy,
    work: UnitOfWork,
    clock: Clock,
    observer: ReplyObserver,
  });
  bindClass(FollowReply, ReplyRepository, ActiveReplies, ReplyBus, Clock);
  bindClass(StopRequests, ReplyRepository, ReplyBus);
  bindClass(StopReply, ReplyRepository, ActiveReplies, StopRequests);
  bindClass(ReplyMaintenance, {
    replies: ReplyRepository,
    messages: MessageRepository,
    activeReplies: ActiveReplies,
    commitReply: CommitReply,
    runners: Runners,
    bus: ReplyBus,
    jobLocks: JobLocks,
    activity: Activity,
    revocations: Revocations,
    quotas: Quotas,
    searchIndex: SearchIndex,
    questions: ToolQuestions,
    openQuestions: OpenQuestions,
    resumeReply: ResumeReply,
    work: UnitOfWork,
    clock: Clock,
    observer: ReplyObserver,
  });
});

export const chatsModule = defineModule(({ bindClass, bindPort }) => {
  bindClass(ListChats, ChatRepository, Clock);
  bindClass(OpenChat, ChatRepository, MessageRepository, ReplyRepository, Clock);
  const deps = { chats: ChatRepository, messages: MessageRepository, quota: ChatQuota, work: UnitOfWork, clock: Clock };
  bindClass(MergeChat, { ...deps, secrets: Secrets, ids: Ids });
  bindClass(OwnVersions, deps);
  bindClass(OrganizeChats, ChatRepository, UnitOfWork, Clock);
  bindClass(DeleteChat, ChatRepository, MessageRepository, StopRequests, ActiveReplies, UnitOfWork, AuditLog);
  bindPort(ReplyHelperModel, HelperCompletion, {
    models: LanguageModels,
    policy: ModelPolicy,
    ledger: Ledger,
    clock: Clock,
  });
  bindPort(UtilityModel, InternalCompletion, {
    models: LanguageModels,
    policy: ModelPolicy,
    ledger: Ledger,
    allowance: FollowUpAllowance,
  });
  bindClass(GenerateTitle, UtilityModel, Secrets);
});
