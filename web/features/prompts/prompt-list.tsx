import { Settings } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { Badge } from '../../ui/display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useTranslations } from '../../ui/prompts/texts.ts';
import type { Choice } from './choices.ts';
import styles from './prompt-list.module.css';
import { useListPlace } from './use-list-place.ts';

interface PromptListProps {
  readonly id: string;
  readonly box: HTMLTextAreaElement;
  readonly choices: readonly Choice[];
  readonly active: number;
  readonly onActive: (at: number) => void;
  readonly onChoose: (choice: Choice) => void;
  readonly onManage: () => void;
}

const keepFocus = (event: { readonly preventDefault: () => void }): void => event.preventDefault();

export const optionId = (listId: string, at: number): string => `${listId}-${at}`;

interface OptionsProps extends Omit<PromptListProps, 'box' | 'onManage'> {
  readonly label: string;
}

const Options = ({ id, label, choices, active, onActive, onChoose }: OptionsProps) => {
  const t = useTranslations();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, choices]);
  return (
    <ul ref={list} id={id} role="listbox" aria-label={label} className={styles['options']}>
      {choices.map((choice, at) => (
        <li
          key={choice.prompt.id}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === active}
          className={styles['option']}
          onPointerDown={keepFocus}
          onPointerMove={at === active ? undefined : () => onActive(at)}
          onClick={() => onChoose(choice)}
        >
          <bdi className={styles['title']}>{choice.prompt.title}</bdi>
          <bdi className={styles['command']}>/{choice.prompt.command}</bdi>
          {choice.isPublished ? <Badge>{t('forAll')}</Badge> : null}
          {choice.prompt.description === '' ? null : (
            <span dir="auto" className={styles['about']}>
              {choice.prompt.description}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};

/** The prompts over the box. The focus stays in the box. */
export const PromptList = ({ id, box, choices, onManage, ...rest }: PromptListProps) => {
  const t = useTranslations();
  const ref = useRef<HTMLDivElement>(null);
  useListPlace(ref, box);
  return (
    <div ref={ref} popover="manual" className={styles['list']} onPointerDown={keepFocus}>
      {choices.length > 0 ? (
        <Options id={id} label={t('prompts')} choices={choices} {...rest} />
      ) : (
        <p className={styles['hint']}>{t('noneYet')}</p>
      )}
      <div className={styles['foot']}>
        <Button variant="quiet" size="s" icon={<Settings />} tabIndex={-1} onClick={onManage}>
          {t('manage')}
        </Button>
      </div>
    </div>
  );
};
