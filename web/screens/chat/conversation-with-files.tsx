import { useCallback, useMemo, type ReactNode } from 'react';

import type { OpenedArtifact } from '../../features/artifacts/artifact-answers.ts';
import { Conversation, type ConversationProps } from '../../features/chat/conversation/conversation.tsx';
import { SentFiles } from '../../features/files/attachments/sent-files.tsx';
import type { ShownCode } from '../../ui/markdown/code-card-context.ts';
import { artifactAnswersOf } from './artifact-answers-of.ts';
import { LazyArtifactCard } from './lazy-artifact-card.tsx';
import { renderQuestions, renderTool } from './lazy-tool-parts.tsx';
import { Answers } from './read-answers.tsx';
import { explainedReplySet } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { useEditDrafts } from './use-edit-drafts.ts';

const renderFiles = (fileIds: readonly string[]) => <SentFiles ids={fileIds} />;

interface ConversationWithFilesProps extends ConversationProps {
  /** Opens one beside the conversation; where it is absent, code stays code. Keep the function the same. */
  readonly onOpenArtifact?: (opened: OpenedArtifact) => void;
}

/** The conversation with what files, artifacts and tools are to it. */
export const ConversationWithFiles = ({ onOpenArtifact, ...props }: ConversationWithFilesProps) => {
  const dispatch = useAppDispatch();
  const explain = useCallback(
    (replyId: string): void => {
      dispatch(explainedReplySet(replyId));
    },
    [dispatch],
  );
  const renderCode = useCallback(
    (messageId: string, shown: ShownCode, plain: ReactNode) => (
      <LazyArtifactCard messageId={messageId} shown={shown} plain={plain} onOpen={onOpenArtifact} />
    ),
    [onOpenArtifact],
  );
  const editDrafts = useEditDrafts();
  const { turns, onAsk } = props;
  const artifacts = useMemo(() => artifactAnswersOf(turns, onAsk), [turns, onAsk]);
  return (
    <Answers artifacts={artifacts}>
      <Conversation
        {...props}
        renderFiles={renderFiles}
        renderCode={onOpenArtifact && renderCode}
        renderTool={renderTool}
        renderQuestions={renderQuestions}
        onExplain={explain}
        editDrafts={editDrafts}
      />
    </Answers>
  );
};
