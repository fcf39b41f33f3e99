import { useEffect, useRef, useState } from 'react';

import type { ReplySnapshot, ReplyStore } from './live-reply.ts';
import { say } from './texts.ts';

const SENTENCE_END = /[.!?…。！？]["'”’)\]]*\s|\n/g;

/** How much of a text is whole sentences. */
export const sentencesEnd = (text: string, from: number): number => {
  let end = from;
  SENTENCE_END.lastIndex = from;
  for (let found = SENTENCE_END.exec(text); found; found = SENTENCE_END.exec(text)) end = found.index + found[0].length;
  return end;
};

const WORDS = { stopped: 'stoppedSaid', interrupted: 'interruptedSaid', error: 'failedSaid' } as const;

/** How a reply ended, in words; nothing where it simply ended or goes on. */
const endWords = (phase: ReplySnapshot['phase']): string =>
  phase === 'stopped' || phase === 'interrupted' || phase === 'error' ? say(WORDS[phase]) : '';

const isOver = (phase: ReplySnapshot['phase']): boolean => phase !== 'waiting' && phase !== 'streaming';

/** Reads a reply out politely, by whole sentences: read letter by letter it would be noise. */
export const Announcer = ({ live }: { readonly live: ReplyStore | null }) => {
  const [said, setSaid] = useState('');
  const upTo = useRef(0);
  const saving = useRef(false);
  useEffect(() => {
    if (!live) return;
    upTo.current = 0;
    saving.current = false;
    const hear = (): void => {
      const { shown, phase, text, saving: isSaving } = live.getSnapshot();
      const whole = isOver(phase) || (isSaving && shown === text);
      const end = whole ? shown.length : sentencesEnd(shown, Math.min(upTo.current, shown.length));
      const last = whole && isSaving && !saving.current ? say('saving') : endWords(phase);
      saving.current ||= whole && isSaving;
      const words = [shown.slice(upTo.current, end).trim(), last].filter(Boolean).join(' ');
      upTo.current = end;
      if (words !== '') setSaid(words);
    };
    return live.subscribe(hear);
  }, [live]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {said}
    </div>
  );
};
