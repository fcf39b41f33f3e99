import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { IconButton } from '../icon-button.tsx';
import { useTexts } from '../texts.ts';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly size?: 's' | 'm';
}

const SAID_FOR = 2_000;

/** Copies and says so for two seconds. Failing is said too: then only selecting by hand is left. */
export const CopyButton = ({ text, label, size = 's' }: CopyButtonProps) => {
  const t = useTexts();
  const [said, setSaid] = useState<'copied' | 'copyingRefused' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_FOR);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <IconButton
      size={size}
      label={said === null ? (label ?? t('copy')) : t(said)}
      icon={said === 'copied' ? <Check /> : <Copy />}
      onClick={() => {
        void copyText(text).then((done) => setSaid(done ? 'copied' : 'copyingRefused'));
      }}
    />
  );
};
