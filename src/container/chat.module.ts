import { ContainerModule } from 'inversify';

import { AgentSettings } from '../domain/agents/ports.ts';
import { EffectiveLimitsResolver } from '../domain/billing/effective-limits.ts';
import { LimitLog, LimitSettings } from '../domain/billing/ports.ts';
import { TierAllowance } from '../domain/billing/tier-allowance.ts';
import { TierModels } from '../domain/billing/tier-models.ts';
import { InternalCompletion } from '../domain/chat/models/internal-completion.ts';
import { AllowanceByRequester, ModelPolicyByRequester } from '../domain/chat/replies/requester-policies.ts';
import { TierChatQuota } from '../domain/chat/conversations/chat-quota.ts';
import { CreateCompletion } from '../domain/chat/replies/create-completion.ts';
import { CommitReply } from '../domain/chat/replies/commit-reply.ts';
import { FollowReply } from '../domain/chat/replies/follow-reply.ts';
import { QuotaFollowUpAllowance } from '../domain/chat/replies/follow-up-allowance.ts';
import { GenerateTitle } from '../domain/chat/replies/generate-title.ts';
import { ReplyMaintenance } from '../domain/chat/replies/maintenance/reply-maintenance.ts';
import { AppendTurn } from '../domain/chat/conversations/append-turn.ts';
import { ActiveReplies } from '../domain/chat/replies/active-replies.ts';
import {
  Agents,
  Allowance,
  UtilityModel,
  FileContextProvider,
  ChatQuota,
  ChatRepository,
  ChatUsage,
  CountedMessages,
  FileQuotes,
  FollowUpAllowance,
  LanguageModels,
  Ledger,
  MessageRepository,
  ModelPolicy,
  CustomInstructions,
  ReplyPostProcessor,
  ReplyObserver,
  ReplyRepository,
  Revocations,
  Runners,
  SearchIndex,
} from '../domain/chat/conversations/ports.ts';
import { SaveCustomInstructions, GetCustomInstructions } from '../domain/chat/replies/custom-instructions.ts';
import { GetChatUsage } from '../domain/chat/conversations/get-chat-usage.ts';
import { DeleteChat, ListChats, OpenChat } from '../domain/chat/conversations/open-chat.ts';
import { RunAgentReply } from '../domain/chat/replies/run-agent-reply.ts';
import { AddFileContext } from '../domain/chat/replies/add-file-context.ts';
import { GenerateReply } from '../domain/chat/replies/generate-reply.ts';
import { MergeChat } from '../domain/chat/conversations/merge-chat.ts';
import { StartReply } from '../domain/chat/replies/start-reply.ts';
import { StopReply } from '../domain/chat/replies/stop-reply.ts';
import { CommitWithRetry } from '../domain/chat/replies/commit-with-retry.ts';
import { StorageSettings } from '../domain/files/ports.ts';
import { Clock, Ids, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { TrialSettings } from '../domain/trial/ports.ts';
import { GetTrialConfig } from '../domain/trial/get-trial-config.ts';
import { TrialAllowance, TrialModels } from '../domain/trial/trial-allowance.ts';
import { AppContext } from './app-context.ts';

/** Who may ask, and with which model. */
export const limitsModule = new ContainerModule(({ bind }) => {
  bind(LanguageModels).toResolvedValue((context) => context.llm.models, [AppContext]);
  bind(Allowance).toResolvedValue(
    (limits, agents, log, settings, quotas, clock, { config }) =>
      new AllowanceByRequester(
        new TierAllowance({ limits, agents, log, quotas, clock }),
        new TrialAllowance(settings, quotas, clock, config.TRIAL_AGENT_REQUESTS),
      ),
    [EffectiveLimitsResolver, AgentSettings, LimitLog, TrialSettings, Quotas, Clock, AppContext],
  );
  bind(FollowUpAllowance).toResolvedValue(
    (messages, trial, quotas, clock) => new QuotaFollowUpAllowance({ messages, trial, quotas, clock }),
    [CountedMessages, TrialSettings, Quotas, Clock],
  );
  bind(ModelPolicy).toResolvedValue(
    (models, limits, trial) => new ModelPolicyByRequester(new TierModels(models, limits), new TrialModels(trial)),
    [LanguageModels, LimitSettings, TrialSettings],
  );
  bind(ChatQuota).toResolvedValue(
    (usage, settings) => new TierChatQuota(usage, settings),
    [ChatUsage, StorageSettings],
  );
  bind(GetChatUsage).toResolvedValue((usage, quota) => new GetChatUsage(usage, quota), [ChatUsage, ChatQuota]);
  bind(GetTrialConfig).toResolvedValue((settings) => new GetTrialConfig(settings), [TrialSettings]);
});

/** Replies as jobs. */
export const repliesModule = new ContainerModule(({ bind }) => {
  bind(ActiveReplies).toResolvedValue(
    (replies, clock, observer, context) => new ActiveReplies(replies, clock, observer, context.config.MAX_LIVE_REPLIES),
    [ReplyRepository, Clock, ReplyObserver, AppContext],
  );
  bind(AppendTurn).toResolvedValue(
    (chats, messages, ids, clock) => new AppendTurn(chats, messages, ids, clock),
    [ChatRepository, MessageRepository, Ids, Clock],
  );
  bind(CommitReply).toResolvedValue(
    (replies, messages, allowance, ledger, quotes, clock) =>
      new CommitReply({ replies, messages, allowance, ledger, quotes, clock }),
    [ReplyRepository, MessageRepository, Allowance, Ledger, FileQuotes, Clock],
  );
  bind(RunAgentReply).toResolvedValue((agents) => new RunAgentReply(agents), [Agents]);
  bind(CommitWithRetry).toResolvedValue(
    (activeReplies, commitReply, work, clock, observer) =>
      new CommitWithRetry({ activeReplies, commitReply, work, clock, observer }),
    [ActiveReplies, CommitReply, UnitOfWork, Clock, ReplyObserver],
  );
  bind(GenerateReply).toResolvedValue(
    (models, runAgentReply, addFileContext, postProcessor, activeReplies, commitReply, clock, observer) =>
      new GenerateReply({
        models,
        runAgentReply,
        addFileContext,
        postProcessor,
        activeReplies,
        commitReply,
        clock,
        observer,
      }),
    [
      LanguageModels,
      RunAgentReply,
      AddFileContext,
      ReplyPostProcessor,
      ActiveReplies,
      CommitWithRetry,
      Clock,
      ReplyObserver,
    ],
  );
  bind(StartReply).toResolvedValue(
    (
      activeReplies,
      generateReply,
      appendTurn,
      quota,
      replies,
      allowance,
      policy,
      agents,
      fileContext,
      instructions,
      runners,
      work,
      ids,
      secrets,
      clock,
      observer,
    ) =>
      new StartReply({
        activeReplies,
        generateReply,
        appendTurn,
        quota,
        replies,
        allowance,
        policy,
        agents,
        fileContext,
        instructions,
        runners,
        work,
        ids,
        secrets,
        clock,
        observer,
      }),
    [
      ActiveReplies,
      GenerateReply,
      AppendTurn,
      ChatQuota,
      ReplyRepository,
      Allowance,
      ModelPolicy,
      Agents,
      FileContextProvider,
      CustomInstructions,
      Runners,
      UnitOfWork,
      Ids,
      Secrets,
      Clock,
      ReplyObserver,
    ],
  );
  bind(GetCustomInstructions).toResolvedValue(
    (instructions) => new GetCustomInstructions(instructions),
    [CustomInstructions],
  );
  bind(SaveCustomInstructions).toResolvedValue(
    (instructions, clock) => new SaveCustomInstructions(instructions, clock),
    [CustomInstructions, Clock],
  );
  bind(CreateCompletion).toResolvedValue(
    (activeReplies, models, allowance, ledger, policy, work, clock, observer) =>
      new CreateCompletion({ activeReplies, models, allowance, ledger, policy, work, clock, observer }),
    [ActiveReplies, LanguageModels, Allowance, Ledger, ModelPolicy, UnitOfWork, Clock, ReplyObserver],
  );
  bind(FollowReply).toResolvedValue(
    (replies, lives, clock) => new FollowReply(replies, lives, clock),
    [ReplyRepository, ActiveReplies, Clock],
  );
  bind(StopReply).toResolvedValue((replies, lives) => new StopReply(replies, lives), [ReplyRepository, ActiveReplies]);
  bind(ReplyMaintenance).toResolvedValue(
    (replies, activeReplies, commitReply, runners, revocations, quotas, searchIndex, work, clock, observer) =>
      new ReplyMaintenance({
        replies,
        activeReplies,
        commitReply,
        runners,
        revocations,
        quotas,
        searchIndex,
        work,
        clock,
        observer,
      }),
    [
      ReplyRepository,
      ActiveReplies,
      CommitReply,
      Runners,
      Revocations,
      Quotas,
      SearchIndex,
      UnitOfWork,
      Clock,
      ReplyObserver,
    ],
  );
});

/** Chats as they are kept and read. */
export const chatsModule = new ContainerModule(({ bind }) => {
  bind(ListChats).toResolvedValue((chats) => new ListChats(chats), [ChatRepository]);
  bind(OpenChat).toResolvedValue(
    (chats, messages, replies) => new OpenChat(chats, messages, replies),
    [ChatRepository, MessageRepository, ReplyRepository],
  );
  bind(MergeChat).toResolvedValue(
    (chats, messages, quota, work, ids, clock) => new MergeChat({ chats, messages, quota, work, ids, clock }),
    [ChatRepository, MessageRepository, ChatQuota, UnitOfWork, Ids, Clock],
  );
  bind(DeleteChat).toResolvedValue(
    (chats, messages, replies, lives) => new DeleteChat(chats, messages, replies, lives),
    [ChatRepository, MessageRepository, ReplyRepository, ActiveReplies],
  );
  bind(UtilityModel).toResolvedValue(
    (models, policy, ledger, allowance) => new InternalCompletion({ models, policy, ledger, allowance }),
    [LanguageModels, ModelPolicy, Ledger, FollowUpAllowance],
  );
  bind(GenerateTitle).toResolvedValue((asides, secrets) => new GenerateTitle(asides, secrets), [UtilityModel, Secrets]);
});
