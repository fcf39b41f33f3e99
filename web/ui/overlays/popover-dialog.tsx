import { X } from 'lucide-react';
import { useEffect, useId, type ReactNode, type RefObject } from 'react';

import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { PHONE_QUERY } from '../../lib/media.ts';
import { IconButton } from '../icon-button.tsx';
import { useTranslations } from '../texts.ts';
import { placeBeside } from './place-beside.ts';
import styles from './popover-dialog.module.css';
import { useModal, useOutsideClick } from './use-modal.ts';

interface PopoverDialogProps {
  readonly id: string;
  readonly title: string;
  /** What it opens beside. */
  readonly triggerId: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const PLACE = { align: 'start', gap: 6, edge: 8 } as const;

/** Stays beside its trigger while it grows and while the window changes; a sheet has a place of its own. */
const usePlace = (ref: RefObject<HTMLDialogElement | null>, triggerId: string, isSheet: boolean): void => {
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || isSheet) return;
    const place = (): void => {
      const trigger = document.getElementById(triggerId);
      if (trigger) placeBeside(trigger.getBoundingClientRect(), dialog, PLACE);
    };
    place();
    const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(place) : null;
    observer?.observe(dialog);
    window.addEventListener('resize', place);
    return () => {
      observer?.disconnect();
      window.removeEventListener('resize', place);
      dialog.style.removeProperty('top');
      dialog.style.removeProperty('left');
    };
  }, [ref, triggerId, isSheet]);
};

/** Controls behind a button, where a menu's list of actions would not do: beside the button, on a phone a sheet. */
export const PopoverDialog = ({ id, title, triggerId, onClose, children }: PopoverDialogProps) => {
  const t = useTranslations();
  const titleId = useId();
  const isSheet = useMediaQuery(PHONE_QUERY);
  const ref = useModal(onClose);
  usePlace(ref, triggerId, isSheet);
  return (
    <dialog
      ref={ref}
      id={id}
      aria-labelledby={titleId}
      data-sheet={isSheet || undefined}
      className={styles['popover']}
      {...useOutsideClick(onClose)}
    >
      <div className={styles['card']}>
        <div className={styles['header']}>
          <h2 id={titleId} tabIndex={-1} data-autofocus>
            {title}
          </h2>
          <IconButton size="s" label={t('close')} tooltip="none" icon={<X />} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
};
