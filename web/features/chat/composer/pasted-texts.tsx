import { ChevronDown, ClipboardList, TextCursorInput, X } from 'lucide-react';
import { useId, useState } from 'react';

import { IconButton } from '../../../ui/icon-button.tsx';
import { useTranslations as useAskingTexts } from '../asking-texts.ts';
import { useTranslations } from '../conversation-texts.ts';
import styles from './pasted-texts.module.css';

interface PastedTextProps {
  readonly text: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

const PastedText = ({ text, onEdit, onRemove }: PastedTextProps) => {
  const t = useTranslations();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const name = useAskingTexts()('pastedText', { count: text.length });
  return (
    <li className={styles['pasted']}>
      <div className={styles['head']}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          className={styles['open']}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ClipboardList aria-hidden="true" />
          <span>{name}</span>
          <ChevronDown aria-hidden="true" className={styles['arrow']} />
        </button>
        <IconButton size="s" tooltip="none" label={t('editPasted')} icon={<TextCursorInput />} onClick={onEdit} />
        <IconButton size="s" tooltip="none" label={t('removePasted')} icon={<X />} onClick={onRemove} />
      </div>
      {isOpen ? (
        <div id={id} role="group" aria-label={name} tabIndex={0} dir="auto" className={styles['text']}>
          {text}
        </div>
      ) : null}
    </li>
  );
};

interface PastedTextsProps {
  readonly texts: readonly string[];
  /** Puts one into the box. */
  readonly onEdit: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

/** The long texts that were pasted for the next message, each folded. */
export const PastedTexts = ({ texts, onEdit, onRemove }: PastedTextsProps) => {
  const t = useTranslations();
  return (
    <ul aria-label={t('pastedTexts')} className={styles['list']}>
      {texts.map((text, at) => (
        <PastedText key={at} text={text} onEdit={() => onEdit(at)} onRemove={() => onRemove(at)} />
      ))}
    </ul>
  );
};
