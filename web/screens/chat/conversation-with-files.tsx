import { useCallback } from 'react';

import { Conversation, type ConversationProps } from '../../features/chat/conversation/conversation.tsx';
import { SentFiles } from '../../features/files/attachments/sent-files.tsx';
import { explainedReplySet } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';

const renderFiles = (fileIds: readonly string[]) => <SentFiles ids={fileIds} />;

/** The conversation with what files are to it. */
export const ConversationWithFiles = (props: ConversationProps) => {
  const dispatch = useAppDispatch();
  const explain = useCallback(
    (replyId: string): void => {
      dispatch(explainedReplySet(replyId));
    },
    [dispatch],
  );
  return <Conversation {...props} renderFiles={renderFiles} onExplain={explain} />;
};
