import { lazy, Suspense } from 'react';

import { ErrorBoundary } from '../../app/error-boundary.tsx';
import { TOOL_SETTINGS } from '../../app/router/address.ts';
import { openDialog } from '../../app/router/navigation.ts';
import { useStoredChat } from '../../features/chat/engine/chat-api.ts';
import { toolsApi } from '../../features/tools/tools-api.ts';

const ToolsMenu = lazy(() =>
  import('../../features/tools/tools-menu.tsx').then(({ ToolsMenu: component }) => ({ default: component })),
);

const openServers = (): void => openDialog(TOOL_SETTINGS);

/** The tools of connected servers; without servers nothing is shown and nothing more is fetched. */
export const ToolsControl = ({ chatId }: { readonly chatId: string | null }) => {
  const { data } = toolsApi.useToolsQuery();
  const stored = useStoredChat(chatId);
  if (!data?.enabled || data.servers.length === 0) return null;
  return (
    <ErrorBoundary>
      <Suspense>
        <ToolsMenu chatId={chatId} stored={stored?.toolServers} servers={data.servers} onManage={openServers} />
      </Suspense>
    </ErrorBoundary>
  );
};
