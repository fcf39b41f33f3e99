import { useEffect, useRef, useState } from 'react';

import { isWaitingStep } from '../../../../src/shared/reply-state.ts';
import type { ReplySnapshot, ReplyStore } from '../engine/reply-store.ts';
import { t as tConversation } from '../conversation-texts.ts';
import { t } from '../texts.ts';
import { SpokenText } from './spoken-text.ts';

const END_MESSAGES = { stopped: 'stoppedSaid', interrupted: 'interruptedSaid', error: 'failedSaid' } as const;

/** How a reply ended, in words; nothing where it simply ended or goes on. */
const endMessage = (phase: ReplySnapshot['phase']): string =>
  phase === 'stopped' || phase === 'interrupted' || phase === 'error' ? t(END_MESSAGES[phase]) : '';

const isOver = (phase: ReplySnapshot['phase']): boolean => phase !== 'waiting' && phase !== 'streaming';

/** What is read out when a reply begins to wait for the person; empty for a question that was read out before. */
const questionMessage = ({ steps }: ReplySnapshot, announced: Set<string>): string =>
  steps
    .filter(isWaitingStep)
    .flatMap(({ question, call, label }) => {
      if (!question || announced.has(question.id)) return [];
      announced.add(question.id);
      const values = { server: call?.server ?? '', tool: call?.title ?? label };
      return [tConversation(question.kind === 'form' ? 'formAsked' : 'approvalAsked', values)];
    })
    .join(' ');

/** Reads a reply out politely, by whole sentences and without marks: read letter by letter it would be noise. */
export const Announcer = ({ live }: { readonly live: ReplyStore | null }) => {
  const [announcement, setAnnouncement] = useState('');
  const saving = useRef(false);
  useEffect(() => {
    if (!live) return;
    const spoken = new SpokenText((lines) => tConversation('codeBlock', { lines }));
    const announced = new Set<string>();
    saving.current = false;
    const onChange = (): void => {
      const snapshot = live.getSnapshot();
      const { shown, phase, text, finishing } = snapshot;
      const isSaving = finishing === 'saving';
      const whole = isOver(phase) || (isSaving && shown === text);
      const last = whole && isSaving && !saving.current ? t('saving') : endMessage(phase);
      saving.current ||= whole && isSaving;
      const asked = questionMessage(snapshot, announced);
      const addition = [spoken.next(shown, whole), asked, last].filter(Boolean).join(' ');
      if (addition !== '') setAnnouncement(addition);
    };
    return live.subscribe(onChange);
  }, [live]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {announcement}
    </div>
  );
};
