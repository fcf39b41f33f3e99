import { Bot, ChartColumn, Files, Gauge, Gift, ListTree, Network, ScrollText, ToggleRight, Users } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';

import type { AdminTab } from '../../state/admin-slice.ts';
import { AgentsTab } from './agents-tab.tsx';
import { DebugLogsTab } from './debug-logs-tab.tsx';
import { FeaturesTab } from './features-tab.tsx';
import { FileStorageTab } from './file-storage-tab.tsx';
import { FreemiumTab } from './freemium-tab.tsx';
import { ModelAccessTab } from './model-access-tab.tsx';
import { ModelConfigTab } from './model-config-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { RateLimitsTab } from './rate-limits-tab.tsx';
import type { TextKey } from './texts.ts';
import { UsersTab } from './users-tab.tsx';

interface TabWords {
  readonly id: AdminTab;
  readonly label: TextKey;
  readonly icon: ReactNode;
}

/** The tabs in their order; the overview is ours and comes before the nine. */
export const TABS: readonly TabWords[] = [
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

const CONTENT: Readonly<Record<AdminTab, ComponentType>> = {
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
  const Content = CONTENT[tab];
  return <Content />;
};
