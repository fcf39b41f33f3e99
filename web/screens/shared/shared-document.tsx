import { Suspense, useState } from 'react';

import type { SharedConversation } from '../../../src/contract/shares.ts';
import type { Layout } from '../../features/document/document-content.ts';
import { getTurnDetails } from '../../lib/turn-details.ts';
import type { ArtifactAnswers, OpenedArtifact } from '../../features/artifacts/artifact-answers.ts';
import { LazyDocumentView } from '../chat/lazy-document-view.ts';
import { AnswerOutside } from '../chat/read-answers.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import styles from './shared-page.module.css';
import { useTranslations } from './texts.ts';
import { toMessage, findQuestionBefore } from './shared-turns.ts';

interface SharedDocumentProps {
  readonly shared: SharedConversation;
  /** Which of its turns. */
  readonly at: number;
  readonly artifacts: ArtifactAnswers;
  readonly onOpenArtifact: (opened: OpenedArtifact) => void;
  /** Back to the conversation, where more than this answer was shared. */
  readonly onBack?: (() => void) | undefined;
}

const nothing = (): void => undefined;

const Loading = () => {
  const t = useTranslations();
  return (
    <div className={styles['middle']}>
      <Skeleton lines={7} label={t('loadingDocument')} />
    </div>
  );
};

/** A shared answer set as a document; the layout is the reader's and is kept nowhere. */
export const SharedDocument = (props: SharedDocumentProps) => {
  const {
    shared: { turns },
    at,
    artifacts,
    onOpenArtifact,
    onBack,
  } = props;
  const [layout, setLayout] = useState<Layout>('newspaper');
  const turn = turns[at];
  if (!turn) return null;
  const message = toMessage(turn);
  return (
    <Suspense fallback={<Loading />}>
      <AnswerOutside messageId={turn.id} artifacts={artifacts} onOpen={onOpenArtifact}>
        <LazyDocumentView
          content={{
            messageId: turn.id,
            query: findQuestionBefore(turns, at),
            time: turn.timestamp,
            text: turn.content,
            streaming: false,
            details: getTurnDetails(message, null),
            relatedQuestions: [],
          }}
          layout={layout}
          onBack={onBack}
          onSwitch={() => setLayout(layout === 'reading' ? 'newspaper' : 'reading')}
          onLayout={setLayout}
          onAsk={nothing}
        />
      </AnswerOutside>
    </Suspense>
  );
};
