import { useState } from 'react';

import type { SharedConversation } from '../../../src/contract/shares.ts';
import type { Layout } from '../../features/document/document-content.ts';
import { getTurnDetails } from '../../lib/turn-details.ts';
import { LazyDocumentView } from '../chat/lazy-document-view.ts';
import { toMessage, findQuestionBefore } from './shared-turns.ts';

interface SharedDocumentProps {
  readonly shared: SharedConversation;
  /** Which of its turns. */
  readonly at: number;
  /** Back to the conversation, where more than this answer was shared. */
  readonly onBack?: (() => void) | undefined;
}

const nothing = (): void => undefined;

/** A shared answer set as a document; the layout is the reader's and is kept nowhere. */
export const SharedDocument = ({ shared: { turns }, at, onBack }: SharedDocumentProps) => {
  const [layout, setLayout] = useState<Layout>('newspaper');
  const turn = turns[at];
  if (!turn) return null;
  const message = toMessage(turn);
  return (
    <LazyDocumentView
      content={{
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
  );
};
