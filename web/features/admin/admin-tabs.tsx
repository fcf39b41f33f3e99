import { Bot, ChartColumn, Files, Gauge, Gift, ListTree, Network, ScrollText, ToggleRight, Users } from 'lucide-react';
import type { ComponentType } from 'react';

import type { AdminTab } from '../../state/admin-slice.ts';
import type { Tab } from '../../ui/tabs.tsx';
import { AgentsTab } from './agents-tab.tsx';
import { DebugLogsTab } from './debug-logs-tab.tsx';
import { FeaturesTab } from './features-tab.tsx';
import { FileStorageTab } from './file-storage-tab.tsx';
import { FreemiumTab } from './freemium-tab.tsx';
import { ModelAccessTab } from './model-access-tab.tsx';
import { ModelConfigTab } from './model-config-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { RateLimitsTab } from './rate-limits-tab.tsx';
import { UsersTab } from './users-tab.tsx';

/** The tabs in their order; the overview is ours and comes before the nine. */
export const TABS: readonly Tab<AdminTab>[] = [
  { id: 'overview', label: 'Overview', icon: <ChartColumn /> },
  { id: 'rate-limits', label: 'Rate Limits', icon: <Gauge /> },
  { id: 'model-access', label: 'Model Access', icon: <Network /> },
  { id: 'model-config', label: 'Model Config', icon: <ListTree /> },
  { id: 'features', label: 'Features', icon: <ToggleRight /> },
  { id: 'agents', label: 'AI Agents', icon: <Bot /> },
  { id: 'freemium', label: 'Freemium Trial', icon: <Gift /> },
  { id: 'file-storage', label: 'File Storage', icon: <Files /> },
  { id: 'debug-logs', label: 'Debug Logs', icon: <ScrollText /> },
  { id: 'users', label: 'Users', icon: <Users /> },
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
