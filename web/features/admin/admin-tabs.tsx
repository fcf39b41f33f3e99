import {
  Bot,
  ChartColumn,
  Files,
  Gauge,
  Gift,
  KeyRound,
  ListTree,
  MessageSquareText,
  Network,
  Plug,
  ScrollText,
  Share2,
  ShieldCheck,
  ToggleRight,
  Users,
  UsersRound,
  Wrench,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';

import type { AdminTab } from '../../state/admin-slice.ts';
import { AuditTab } from './audit/audit-tab.tsx';
import { AgentsTab } from './agents/agents-tab.tsx';
import { DebugLogsTab } from './logs/debug-logs-tab.tsx';
import { FeaturesTab } from './limits/features-tab.tsx';
import { FileStorageTab } from './storage/file-storage-tab.tsx';
import { GroupsTab } from './groups/groups-tab.tsx';
import { FreemiumTab } from './limits/freemium-tab.tsx';
import { ModelAccessTab } from './models/model-access-tab.tsx';
import { ModelConfigTab } from './models/model-config-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { PromptsCard } from './prompts/prompts-card.tsx';
import { ProvidersTab } from './providers/providers-tab.tsx';
import { RateLimitsTab } from './limits/rate-limits-tab.tsx';
import { SignInTab } from './registration/sign-in-tab.tsx';
import { SharesTab } from './shares/shares-tab.tsx';
import { useIsAdmin } from './shared/use-is-admin.ts';
import type { TextKey } from './texts.ts';
import { ToolsTab } from './tools/tools-tab.tsx';
import { UsersTab } from './users/users-tab.tsx';

interface TabDefinition {
  readonly id: AdminTab;
  readonly label: TextKey;
  readonly icon: ReactNode;
  readonly Content: ComponentType;
  /** Shown to auditors too. */
  readonly isAudited?: true;
}

/** The tabs in their order. */
const TABS: readonly TabDefinition[] = [
  { id: 'overview', label: 'tabOverview', icon: <ChartColumn />, Content: OverviewTab, isAudited: true },
  { id: 'providers', label: 'tabProviders', icon: <Plug />, Content: ProvidersTab, isAudited: true },
  { id: 'rate-limits', label: 'tabRateLimits', icon: <Gauge />, Content: RateLimitsTab },
  { id: 'model-access', label: 'tabModelAccess', icon: <Network />, Content: ModelAccessTab },
  { id: 'model-config', label: 'tabModelConfig', icon: <ListTree />, Content: ModelConfigTab },
  { id: 'features', label: 'tabFeatures', icon: <ToggleRight />, Content: FeaturesTab },
  { id: 'agents', label: 'tabAgents', icon: <Bot />, Content: AgentsTab },
  { id: 'tools', label: 'tabTools', icon: <Wrench />, Content: ToolsTab, isAudited: true },
  { id: 'prompts', label: 'tabPrompts', icon: <MessageSquareText />, Content: PromptsCard, isAudited: true },
  { id: 'freemium', label: 'tabFreemium', icon: <Gift />, Content: FreemiumTab },
  { id: 'file-storage', label: 'tabFileStorage', icon: <Files />, Content: FileStorageTab },
  { id: 'debug-logs', label: 'tabDebugLogs', icon: <ScrollText />, Content: DebugLogsTab },
  { id: 'audit', label: 'tabAudit', icon: <ShieldCheck />, Content: AuditTab, isAudited: true },
  { id: 'shares', label: 'tabShares', icon: <Share2 />, Content: SharesTab },
  { id: 'groups', label: 'tabGroups', icon: <UsersRound />, Content: GroupsTab, isAudited: true },
  { id: 'sign-in', label: 'tabSignIn', icon: <KeyRound />, Content: SignInTab, isAudited: true },
  { id: 'users', label: 'tabUsers', icon: <Users />, Content: UsersTab, isAudited: true },
];

const AUDITED_TABS = TABS.filter(({ isAudited }) => isAudited);

export const useTabs = (): readonly TabDefinition[] => (useIsAdmin() ? TABS : AUDITED_TABS);
