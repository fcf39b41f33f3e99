import { useEffect } from 'react';

import type { ChatSession } from '../../features/chat/conversation/use-chat.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { viewSwitched } from '../../state/ui-slice.ts';

/** A document view that was stored goes back to the chat when its chat turns out to have nothing to show in it. */
export const useLeaveEmptyDocument = ({
  hasSourcesOrImages: hasMaterial,
}: Pick<ChatSession, 'hasSourcesOrImages'>): void => {
  const dispatch = useAppDispatch();
  const isEmpty =
    useAppSelector(({ ui }) => ui.viewMode !== 'chat' && ui.currentSearchResult === null) && hasMaterial === false;
  useEffect(() => {
    if (isEmpty) dispatch(viewSwitched({ mode: 'chat', hasContent: false }));
  }, [dispatch, isEmpty]);
};
