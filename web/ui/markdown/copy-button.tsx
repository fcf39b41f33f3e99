import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { IconButton } from '../icon-button.tsx';
import { useTranslations } from '../texts.ts';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  /** A function is asked when it is wanted. */
  readonly text: string | (() => string);
  readonly label?: string;
  readonly size?: 's' | 'm';
  /** Where the tip stands. Below a button at the end of a line it would reach past the edge, which then scrolls. */
  readonly tooltip?: 'left' | 'bottom';
}

const FEEDBACK_MS = 2_000;

/** Copies a text and shows the result for two seconds. */
export const CopyButton = ({ text, label, size = 's', tooltip = 'bottom' }: CopyButtonProps) => {
  const t = useTranslations();
  const [feedback, setFeedback] = useState<'copied' | 'copyingRefused' | null>(null);
  useEffect(() => {
    if (feedback === null) return;
    const timer = setTimeout(() => setFeedback(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [feedback]);
  return (
    <IconButton
      size={size}
      tooltip={tooltip}
      label={feedback === null ? (label ?? t('copy')) : t(feedback)}
      icon={feedback === 'copied' ? <Check /> : <Copy />}
      onClick={() => {
        void copyText(typeof text === 'string' ? text : text()).then((done) =>
          setFeedback(done ? 'copied' : 'copyingRefused'),
        );
      }}
    />
  );
};
