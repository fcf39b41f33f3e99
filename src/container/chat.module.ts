import { ContainerModule } from 'inversify';

import { AgentSettings } from '../domain/agents/ports.ts';
import { PersonalLimits } from '../domain/billing/personal-limits.ts';
import { LimitLog, LimitSettings } from '../domain/billing/ports.ts';
import { TierAllowance } from '../domain/billing/tier-allowance.ts';
import { TierModels } from '../domain/billing/tier-models.ts';
import { AskAside } from '../domain/chat/ask-aside.ts';
import { AllowanceByAsker, ModelPolicyByAsker } from '../domain/chat/by-asker.ts';
import { TierChatQuota } from '../domain/chat/chat-quota.ts';
import { Complete } from '../domain/chat/complete.ts';
import { FinishReply } from '../domain/chat/finish-reply.ts';
import { FollowReply } from '../domain/chat/follow-reply.ts';
import { MeteredFollowUps } from '../domain/chat/follow-up-allowance.ts';
import { GenerateTitle } from '../domain/chat/generate-title.ts';
import { KeepReplies } from '../domain/chat/keep-replies.ts';
import { KeepTurn } from '../domain/chat/keep-turn.ts';
import { LiveReplies } from '../domain/chat/live-replies.ts';
import {
  Agents,
  Allowance,
  Asides,
  AttachedFiles,
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
  OwnInstructions,
  ReplyEditor,
  ReplyObserver,
  ReplyRepository,
  Revocations,
  Runners,
  SearchIndex,
} from '../domain/chat/ports.ts';
import { KeepInstruction, ReadInstruction } from '../domain/chat/own-instruction.ts';
import { ReadChatUse } from '../domain/chat/read-chat-use.ts';
import { DeleteChat, ListChats, OpenChat } from '../domain/chat/read-chats.ts';
import { ReadAgent } from '../domain/chat/read-agent.ts';
import { ReadFiles } from '../domain/chat/read-files.ts';
import { RunReply } from '../domain/chat/run-reply.ts';
import { SaveChat } from '../domain/chat/save-chat.ts';
import { StartReply } from '../domain/chat/start-reply.ts';
import { StopReply } from '../domain/chat/stop-reply.ts';
import { StoreReply } from '../domain/chat/store-reply.ts';
import { StorageSettings } from '../domain/files/ports.ts';
import { Clock, Ids, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { TrialSettings } from '../domain/trial/ports.ts';
import { ReadTrialConfig } from '../domain/trial/read-trial-config.ts';
import { TrialAllowance, TrialModels } from '../domain/trial/trial-allowance.ts';
import { Parts } from './parts.ts';

/** Who may ask, and with which model. */
export const limitsModule = new ContainerModule(({ bind }) => {
  bind(LanguageModels).toResolvedValue((parts) => parts.llm.models, [Parts]);
  bind(Allowance).toResolvedValue(
    (limits, agents, log, settings, quotas, clock, { config }) =>
      new AllowanceByAsker(
        new TierAllowance({ limits, agents, log, quotas, clock }),
        new TrialAllowance(settings, quotas, clock, config.TRIAL_AGENT_REQUESTS),
      ),
    [PersonalLimits, AgentSettings, LimitLog, TrialSettings, Quotas, Clock, Parts],
  );
  bind(FollowUpAllowance).toResolvedValue(
    (messages, trial, quotas, clock) => new MeteredFollowUps({ messages, trial, quotas, clock }),
    [CountedMessages, TrialSettings, Quotas, Clock],
  );
  bind(ModelPolicy).toResolvedValue(
    (models, limits, trial) => new ModelPolicyByAsker(new TierModels(models, limits), new TrialModels(trial)),
    [LanguageModels, LimitSettings, TrialSettings],
  );
  bind(ChatQuota).toResolvedValue(
    (usage, settings) => new TierChatQuota(usage, settings),
    [ChatUsage, StorageSettings],
  );
  bind(ReadChatUse).toResolvedValue((usage, quota) => new ReadChatUse(usage, quota), [ChatUsage, ChatQuota]);
  bind(ReadTrialConfig).toResolvedValue((settings) => new ReadTrialConfig(settings), [TrialSettings]);
});

/** Replies as jobs. */
export const repliesModule = new ContainerModule(({ bind }) => {
  bind(LiveReplies).toResolvedValue(
    (replies, clock, observer, parts) => new LiveReplies(replies, clock, observer, parts.config.MAX_LIVE_REPLIES),
    [ReplyRepository, Clock, ReplyObserver, Parts],
  );
  bind(KeepTurn).toResolvedValue(
    (chats, messages, ids, clock) => new KeepTurn(chats, messages, ids, clock),
    [ChatRepository, MessageRepository, Ids, Clock],
  );
  bind(FinishReply).toResolvedValue(
    (replies, messages, allowance, ledger, quotes, clock) =>
      new FinishReply({ replies, messages, allowance, ledger, quotes, clock }),
    [ReplyRepository, MessageRepository, Allowance, Ledger, FileQuotes, Clock],
  );
  bind(ReadAgent).toResolvedValue((agents, models) => new ReadAgent(agents, models), [Agents, LanguageModels]);
  bind(StoreReply).toResolvedValue(
    (lives, finish, work, clock, observer) => new StoreReply({ lives, finish, work, clock, observer }),
    [LiveReplies, FinishReply, UnitOfWork, Clock, ReplyObserver],
  );
  bind(RunReply).toResolvedValue(
    (models, readAgent, readFiles, editor, lives, store, clock, observer) =>
      new RunReply({ models, readAgent, readFiles, editor, lives, store, clock, observer }),
    [LanguageModels, ReadAgent, ReadFiles, ReplyEditor, LiveReplies, StoreReply, Clock, ReplyObserver],
  );
  bind(StartReply).toResolvedValue(
    (
      lives,
      runReply,
      keepTurn,
      quota,
      replies,
      allowance,
      policy,
      agents,
      attached,
      instructions,
      runners,
      work,
      ids,
      secrets,
      clock,
      observer,
    ) =>
      new StartReply({
        lives,
        runReply,
        keepTurn,
        quota,
        replies,
        allowance,
        policy,
        agents,
        attached,
        instructions,
        runners,
        work,
        ids,
        secrets,
        clock,
        observer,
      }),
    [
      LiveReplies,
      RunReply,
      KeepTurn,
      ChatQuota,
      ReplyRepository,
      Allowance,
      ModelPolicy,
      Agents,
      AttachedFiles,
      OwnInstructions,
      Runners,
      UnitOfWork,
      Ids,
      Secrets,
      Clock,
      ReplyObserver,
    ],
  );
  bind(ReadInstruction).toResolvedValue((instructions) => new ReadInstruction(instructions), [OwnInstructions]);
  bind(KeepInstruction).toResolvedValue(
    (instructions, clock) => new KeepInstruction(instructions, clock),
    [OwnInstructions, Clock],
  );
  bind(Complete).toResolvedValue(
    (lives, models, allowance, ledger, policy, work, clock, observer) =>
      new Complete({ lives, models, allowance, ledger, policy, work, clock, observer }),
    [LiveReplies, LanguageModels, Allowance, Ledger, ModelPolicy, UnitOfWork, Clock, ReplyObserver],
  );
  bind(FollowReply).toResolvedValue(
    (replies, lives, clock) => new FollowReply(replies, lives, clock),
    [ReplyRepository, LiveReplies, Clock],
  );
  bind(StopReply).toResolvedValue((replies, lives) => new StopReply(replies, lives), [ReplyRepository, LiveReplies]);
  bind(KeepReplies).toResolvedValue(
    (replies, lives, finish, runners, revocations, quotas, search, work, clock, observer) =>
      new KeepReplies({ replies, lives, finish, runners, revocations, quotas, search, work, clock, observer }),
    [
      ReplyRepository,
      LiveReplies,
      FinishReply,
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
  bind(SaveChat).toResolvedValue(
    (chats, messages, quota, work, ids, clock) => new SaveChat({ chats, messages, quota, work, ids, clock }),
    [ChatRepository, MessageRepository, ChatQuota, UnitOfWork, Ids, Clock],
  );
  bind(DeleteChat).toResolvedValue(
    (chats, messages, replies, lives) => new DeleteChat(chats, messages, replies, lives),
    [ChatRepository, MessageRepository, ReplyRepository, LiveReplies],
  );
  bind(Asides).toResolvedValue(
    (models, policy, ledger, allowance) => new AskAside({ models, policy, ledger, allowance }),
    [LanguageModels, ModelPolicy, Ledger, FollowUpAllowance],
  );
  bind(GenerateTitle).toResolvedValue((asides, secrets) => new GenerateTitle(asides, secrets), [Asides, Secrets]);
});
