import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';

import { isComposing } from '../../../lib/is-composing.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTranslations } from '../conversation-texts.ts';
import styles from './find-bar.module.css';
import { useFind, type FindInput } from './use-find.ts';

interface FindBarProps extends FindInput {
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onClose: () => void;
}

/** Finds a text in all turns of a conversation: Enter goes on, Shift and Enter back, Escape closes. */
export const FindBar = ({ inputRef, onClose, ...input }: FindBarProps) => {
  const t = useTranslations();
  const { query, search, count, at, step } = useFind(input);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.preventDefault();
      onClose();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
  };
  const text = query.trim() === '' ? '' : count === 0 ? t('findNone') : t('findPlace', { at: at + 1, count });
  return (
    <div role="search" aria-label={t('find')} className={styles['bar']} onKeyDown={onKeyDown}>
      <input
        ref={inputRef}
        type="text"
        autoFocus
        dir="auto"
        aria-label={t('find')}
        placeholder={t('find')}
        className={styles['input']}
        value={query}
        onChange={({ target }) => search(target.value)}
      />
      <span role="status" className={styles['count']}>
        {text}
      </span>
      <IconButton
        size="s"
        tooltip="none"
        label={t('findPrevious')}
        icon={<ChevronUp />}
        disabled={count === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        size="s"
        tooltip="none"
        label={t('findNext')}
        icon={<ChevronDown />}
        disabled={count === 0}
        onClick={() => step(1)}
      />
      <IconButton size="s" tooltip="none" label={t('findClose')} icon={<X />} onClick={onClose} />
    </div>
  );
};
