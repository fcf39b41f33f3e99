import { useCallback } from 'react';

import { Conversation, type ConversationProps } from '../features/chat/conversation.tsx';
import { SentFiles } from '../features/files/sent-files.tsx';
import { replyExplained } from '../state/files-slice.ts';
import { useAppDispatch } from '../state/store.ts';

const renderFiles = (fileIds: readonly string[]) => <SentFiles ids={fileIds} />;

/** The conversation with what files are to it. */
export const ConversationPart = (props: ConversationProps) => {
  const dispatch = useAppDispatch();
  const explain = useCallback(
    (replyId: string): void => {
      dispatch(replyExplained(replyId));
    },
    [dispatch],
  );
  return <Conversation {...props} renderFiles={renderFiles} onExplain={explain} />;
};
