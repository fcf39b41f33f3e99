import { useState } from 'react';

import { getErrorMessage } from '../../lib/api-error.ts';
import { isToolChanged } from '../../ui/tool-servers/tool-changed.ts';
import type { ChooseMode } from '../../ui/tool-servers/tool-row.tsx';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { useTranslations } from './texts.ts';
import { toolCallsApi } from './tool-calls-api.ts';
import type { ToolServer } from './tools-api.ts';

/** What a person does with a server of tools, and what did not work of it. */
export const useServerActions = ({ id, name }: Pick<ToolServer, 'id' | 'name'>) => {
  const t = useTranslations();
  const env = useBrowserEnv();
  const [signIn, signingIn] = toolCallsApi.useToolSignInMutation();
  const [signOut, signingOut] = toolCallsApi.useToolSignOutMutation();
  const [refresh, refreshing] = toolCallsApi.useRefreshToolServerMutation();
  const [choose] = toolCallsApi.useSetToolModeMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const run = async <T>(call: Promise<{ readonly data?: T; readonly error?: unknown }>): Promise<T | undefined> => {
    setFailure(null);
    const { data, error } = await call;
    if (error) setFailure(getErrorMessage(error, t('didNotWork', { server: name })));
    return data;
  };
  const setMode: ChooseMode = async ({ name: tool, digest }, mode) => {
    const result = await choose({ id, tool, digest, mode });
    if (isToolChanged(result.error)) return false;
    const chosen = (await run(Promise.resolve(result)))?.server.tools.find((one) => one.name === tool);
    if (chosen && chosen.mode !== mode) setFailure(t('limited', { tool: chosen.title }));
    return true;
  };
  return {
    failure,
    busy: signingIn.isLoading || signingOut.isLoading || refreshing.isLoading,
    /** Leaves for the server's own page, which leads back here. */
    signIn: async (): Promise<void> => {
      const data = await run(signIn(id));
      if (data) env.navigate(data.url);
    },
    signOut: () => void run(signOut(id)),
    refresh: () => void run(refresh(id)),
    setMode,
  };
};
