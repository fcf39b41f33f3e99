import { useEffect, useRef, useState } from 'react';

import type { ReplySnapshot, ReplyStore } from '../engine/reply-store.ts';
import { t } from '../texts.ts';

const SENTENCE_END = /[.!?…。！？]["'”’)\]]*\s|\n/g;

/** How much of a text is whole sentences. */
export const findSentenceEnd = (text: string, from: number): number => {
  let end = from;
  SENTENCE_END.lastIndex = from;
  for (let found = SENTENCE_END.exec(text); found; found = SENTENCE_END.exec(text)) end = found.index + found[0].length;
  return end;
};

const END_MESSAGES = { stopped: 'stoppedSaid', interrupted: 'interruptedSaid', error: 'failedSaid' } as const;

/** How a reply ended, in words; nothing where it simply ended or goes on. */
const endMessage = (phase: ReplySnapshot['phase']): string =>
  phase === 'stopped' || phase === 'interrupted' || phase === 'error' ? t(END_MESSAGES[phase]) : '';

const isOver = (phase: ReplySnapshot['phase']): boolean => phase !== 'waiting' && phase !== 'streaming';

/** Reads a reply out politely, by whole sentences: read letter by letter it would be noise. */
export const Announcer = ({ live }: { readonly live: ReplyStore | null }) => {
  const [announcement, setAnnouncement] = useState('');
  const announcedLength = useRef(0);
  const saving = useRef(false);
  useEffect(() => {
    if (!live) return;
    announcedLength.current = 0;
    saving.current = false;
    const onChange = (): void => {
      const { shown, phase, text, saving: isSaving } = live.getSnapshot();
      const whole = isOver(phase) || (isSaving && shown === text);
      const end = whole ? shown.length : findSentenceEnd(shown, Math.min(announcedLength.current, shown.length));
      const last = whole && isSaving && !saving.current ? t('saving') : endMessage(phase);
      saving.current ||= whole && isSaving;
      const addition = [shown.slice(announcedLength.current, end).trim(), last].filter(Boolean).join(' ');
      announcedLength.current = end;
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
