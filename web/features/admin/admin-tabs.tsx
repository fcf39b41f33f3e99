import { Bot, ChartColumn, Files, Gauge, Gift, ListTree, Network, ScrollText, ToggleRight, Users } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';

import type { AdminTab } from '../../state/admin-slice.ts';
import { AgentsTab } from './agents/agents-tab.tsx';
import { DebugLogsTab } from './logs/debug-logs-tab.tsx';
import { FeaturesTab } from './limits/features-tab.tsx';
import { FileStorageTab } from './storage/file-storage-tab.tsx';
import { FreemiumTab } from './limits/freemium-tab.tsx';
import { ModelAccessTab } from './models/model-access-tab.tsx';
import { ModelConfigTab } from './models/model-config-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { RateLimitsTab } from './limits/rate-limits-tab.tsx';
import type { TextKey } from './texts.ts';
import { UsersTab } from './users/users-tab.tsx';

interface TabDefinition {
  readonly id: AdminTab;
  readonly label: TextKey;
  readonly icon: ReactNode;
}

/** The tabs in their order; the overview is ours and comes before the nine. */
export const TABS: readonly TabDefinition[] = [
  { id: 'overview', label: 'tabOverview', icon: <ChartColumn /> },
  { id: 'rate-limits', label: 'tabRateLimits', icon: <Gauge /> },
  { id: 'model-access', label: 'tabModelAccess', icon: <Network /> },
  { id: 'model-config', label: 'tabModelConfig', icon: <ListTree /> },
  { id: 'features', label: 'tabFeatures', icon: <ToggleRight /> },
  { id: 'agents', label: 'tabAgents', icon: <Bot /> },
  { id: 'freemium', label: 'tabFreemium', icon: <Gift /> },
  { id: 'file-storage', label: 'tabFileStorage', icon: <Files /> },
  { id: 'debug-logs', label: 'tabDebugLogs', icon: <ScrollText /> },
  { id: 'users', label: 'tabUsers', icon: <Users /> },
];

const TAB_COMPONENTS: Readonly<Record<AdminTab, ComponentType>> = {
  overview: OverviewTab,
  'rate-limits': RateLimitsTab,
  'model-access': ModelAccessTab,
  'model-config': ModelConfigTab,
  features: FeaturesTab,
  agents: AgentsTab,
  freemium: FreemiumTab,
  'file-storage': FileStorageTab,
  'debug-logs': DebugLogsTab,
  users: UsersTab,
};

/** What a tab shows. */
export const TabContent = ({ tab }: { readonly tab: AdminTab }) => {
  const Content = TAB_COMPONENTS[tab];
  return <Content />;
};
