import { lazy, Suspense, type ReactNode } from 'react';

import { ErrorBoundary } from '../../app/error-boundary.tsx';
import type { ReplyQuestions } from '../../features/chat/messages/turn-props.ts';
import type { Step } from '../../../src/shared/reply-details.ts';

const load = () => import('../../features/tools/step-parts.tsx');
const ToolStep = lazy(() => load().then((parts) => ({ default: parts.ToolStep })));
const QuestionCards = lazy(() => load().then((parts) => ({ default: parts.QuestionCards })));

const Part = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);

export const renderTool = (step: Step) => (
  <Part>
    <ToolStep step={step} />
  </Part>
);

export const renderQuestions = ({ replyId, steps }: ReplyQuestions) => (
  <Part>
    <QuestionCards replyId={replyId} steps={steps} />
  </Part>
);
