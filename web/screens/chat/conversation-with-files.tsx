import { BookmarkPlus } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';

import type { OpenedArtifact } from '../../features/artifacts/artifact-answers.ts';
import { useTranslations } from '../../features/chat/conversation-texts.ts';
import { Conversation, type ConversationProps } from '../../features/chat/conversation/conversation.tsx';
import { SentFiles } from '../../features/files/attachments/sent-files.tsx';
import type { ShownCode } from '../../ui/markdown/code-card-context.ts';
import { ErrorBoundary } from '../../app/error-boundary.tsx';
import { artifactAnswersOf } from './artifact-answers-of.ts';
import { LazyArtifactCard } from './lazy-artifact-card.tsx';
import { renderQuestions, renderTool } from './lazy-tool-parts.tsx';
import { Answers } from './read-answers.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { explainedReplySet } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';
import { useEditDrafts } from './use-edit-drafts.ts';

const SaveAsPrompt = lazy(() =>
  import('../../features/prompts/save-as-prompt.tsx').then(({ SaveAsPrompt: component }) => ({ default: component })),
);

const renderFiles = (fileIds: readonly string[]) => <SentFiles ids={fileIds} />;

interface ConversationWithFilesProps extends ConversationProps {
  /** Opens one beside the conversation; where it is absent, code stays code. Keep the function the same. */
  readonly onOpenArtifact?: (opened: OpenedArtifact) => void;
}

const SaveButton = ({ onSave }: { readonly onSave: () => void }) => {
  const t = useTranslations();
  return <IconButton size="s" label={t('saveAsPrompt')} icon={<BookmarkPlus />} onClick={onSave} />;
};

/** The conversation with what files, artifacts, tools and saved prompts are to it. */
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
  const [saved, setSaved] = useState<string | null>(null);
  const renderMore = useCallback((text: string) => <SaveButton onSave={() => setSaved(text)} />, []);
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
        renderMore={renderMore}
      />
      {saved === null ? null : (
        <ErrorBoundary>
          <Suspense>
            <SaveAsPrompt text={saved} onClose={() => setSaved(null)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Answers>
  );
};
