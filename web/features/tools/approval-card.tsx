import { Pencil, RotateCcw, Wrench } from 'lucide-react';
import { useRef } from 'react';

import type { Step } from '../../../src/shared/reply-details.ts';
import type { CallDecision } from '../../../src/shared/tools.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { TextArea } from '../../ui/forms/text-input.tsx';
import { useEditedArguments } from './edited-arguments.ts';
import { revealUnseen } from './json-value.ts';
import { QuestionCard } from './question-card.tsx';
import styles from './question-card.module.css';
import { useStepTranslations, type StepTextKey } from './step-texts.ts';
import { Arguments } from './tool-step.tsx';
import { toolsApi } from './tools-api.ts';
import { useAnswer } from './use-answer.ts';

type Edited = ReturnType<typeof useEditedArguments>;

const MAX_ROWS = 16;

interface EditorProps {
  readonly edited: Edited;
  readonly text: string;
  /** By key: the focus has to go somewhere. */
  readonly onLeave: () => void;
}

const ArgumentsEditor = ({ edited, text, onLeave }: EditorProps) => {
  const t = useStepTranslations();
  return (
    <Field label={t('arguments')} hideLabel error={edited.problem} hint={t('jsonHint')}>
      {(control) => (
        <TextArea
          {...control}
          dir="ltr"
          spellCheck={false}
          autoFocus
          rows={Math.min(MAX_ROWS, text.split('\n').length + 1)}
          className={styles['editor']}
          value={text}
          onText={edited.change}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isComposing(event)) return;
            // This Escape ends the editing; the sidebar stays open.
            event.preventDefault();
            onLeave();
          }}
        />
      )}
    </Field>
  );
};

const ArgumentsBox = ({ json, edited }: { readonly json: string; readonly edited: Edited }) => {
  const t = useStepTranslations();
  const isEdited = edited.text !== null;
  const box = useRef<HTMLDivElement>(null);
  const leave = (): void => {
    edited.undo();
    box.current?.querySelector('button')?.focus();
  };
  return (
    <div ref={box} role="group" aria-label={t('arguments')} className={styles['arguments']}>
      <div className={styles['arguments-head']}>
        <span aria-hidden="true">{t('arguments')}</span>
        <Button
          size="s"
          variant="quiet"
          icon={isEdited ? <RotateCcw /> : <Pencil />}
          onClick={isEdited ? edited.undo : edited.begin}
        >
          {t(isEdited ? 'undoArguments' : 'editArguments')}
        </Button>
      </div>
      {edited.text === null ? (
        <Arguments json={revealUnseen(json)} />
      ) : (
        <ArgumentsEditor edited={edited} text={edited.text} onLeave={leave} />
      )}
    </div>
  );
};

const DECISIONS: readonly (readonly [CallDecision, StepTextKey])[] = [
  ['once', 'allowOnce'],
  ['chat', 'allowInChat'],
  ['refuse', 'refuse'],
];

interface ApprovalCardProps {
  readonly replyId: string;
  readonly call: NonNullable<Step['call']>;
  readonly question: NonNullable<Step['question']>;
}

/** What the tool does, in the words of its server. */
const useAbout = ({ serverId, tool }: ApprovalCardProps['call']): string => {
  const { data } = toolsApi.useToolsQuery();
  const server = data?.servers.find(({ id }) => id === serverId);
  return server?.tools.find(({ name }) => name === tool)?.description ?? '';
};

/** Asks whether a tool may be called, and with what. */
export const ApprovalCard = ({ replyId, call, question }: ApprovalCardProps) => {
  const t = useStepTranslations();
  const answer = useAnswer({ replyId, questionId: question.id });
  const edited = useEditedArguments(call.arguments);
  const about = useAbout(call);
  const box = useRef<HTMLDivElement>(null);
  const isDone = answer.busy || answer.state !== 'open';
  const decide = (decision: CallDecision): void => {
    if (decision !== 'refuse' && edited.problem !== null) {
      box.current?.querySelector<HTMLElement>('textarea')?.focus();
      return;
    }
    const isSent = decision !== 'refuse' && edited.changed !== undefined;
    void answer.submit({ decision, ...(isSent ? { arguments: edited.changed } : {}) });
  };
  return (
    <QuestionCard
      icon={<Wrench />}
      title={t.rich('wantsToUse', {
        server: call.server,
        tool: call.title || call.tool,
        bdi: (inside) => <bdi>{inside}</bdi>,
      })}
      about={about}
      expiresAt={question.expiresAt}
      answer={answer}
    >
      <div ref={box}>
        <ArgumentsBox json={call.arguments} edited={edited} />
      </div>
      <div className={styles['actions']}>
        {DECISIONS.map(([decision, label]) => (
          <Button
            key={decision}
            variant={decision === 'once' ? 'primary' : 'secondary'}
            disabled={isDone}
            onClick={() => decide(decision)}
          >
            {t(label)}
          </Button>
        ))}
      </div>
    </QuestionCard>
  );
};
