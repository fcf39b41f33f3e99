import { type ReactNode, useCallback } from 'react';

import {
  ArtifactAnswersContext,
  type ArtifactAnswers,
  type OpenedArtifact,
} from '../../features/artifacts/artifact-answers.ts';
import { CodeCardContext, type ShownCode } from '../../ui/markdown/code-card-context.ts';
import { CopiedTextContext } from '../../ui/markdown/copied-text-context.ts';
import { useLazyModule } from '../../ui/markdown/lazy-module.ts';
import { outsideParts } from '../print/outside-parts.ts';

interface AnswersProps {
  readonly artifacts: ArtifactAnswers;
  readonly children: ReactNode;
}

/** The answers of the shown path, for what is read or copied of one of them. */
export const Answers = ({ artifacts, children }: AnswersProps) => {
  const copiedText = useCallback(
    (id: string, text: string) => outsideParts.get()?.writeAnswer(artifacts.answers, id, text) ?? text,
    [artifacts],
  );
  return (
    <ArtifactAnswersContext value={artifacts}>
      <CopiedTextContext value={copiedText}>{children}</CopiedTextContext>
    </ArtifactAnswersContext>
  );
};

interface LazyBlockProps {
  readonly messageId: string;
  readonly shown: ShownCode;
  readonly plain: ReactNode;
  readonly onOpen: ((opened: OpenedArtifact) => void) | undefined;
}

/** A block of code, until what knows artifacts has come. */
const LazyBlock = (props: LazyBlockProps) => {
  const part = useLazyModule(outsideParts, true);
  return part ? <part.OutsideBlock {...props} /> : props.plain;
};

interface AnswerOutsideProps extends AnswersProps {
  readonly messageId: string;
  /** Keep the function the same. */
  readonly onOpen?: ((opened: OpenedArtifact) => void) | undefined;
}

/** One of the answers, to be read outside of the conversation. */
export const AnswerOutside = ({ messageId, artifacts, onOpen, children }: AnswerOutsideProps) => {
  const renderCode = useCallback(
    (shown: ShownCode, plain: ReactNode) => (
      <LazyBlock messageId={messageId} shown={shown} plain={plain} onOpen={onOpen} />
    ),
    [messageId, onOpen],
  );
  return (
    <Answers artifacts={artifacts}>
      <CodeCardContext value={renderCode}>{children}</CodeCardContext>
    </Answers>
  );
};
