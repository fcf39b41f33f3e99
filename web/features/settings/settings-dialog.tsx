import {
  ChevronRight,
  Database,
  Files,
  KeyRound,
  MessageSquareText,
  MessageCircle,
  Palette,
  ShieldCheck,
  UserRound,
  Wrench,
} from 'lucide-react';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';

import { isPlainClick } from '../../lib/plain-click.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { Section } from './sections.ts';
import styles from './settings.module.css';
import { useTranslations } from './texts.ts';

const ICONS: Readonly<Record<Section, ReactNode>> = {
  appearance: <Palette />,
  account: <UserRound />,
  chat: <MessageCircle />,
  prompts: <MessageSquareText />,
  files: <Files />,
  tools: <Wrench />,
  api: <KeyRound />,
  data: <Database />,
  admin: <ShieldCheck />,
};

interface SettingsDialogProps {
  readonly sections: readonly Section[];
  /** Null on a phone at first: there the list is a page of its own. */
  readonly current: Section | null;
  readonly isPhone: boolean;
  readonly hrefOf: (section: Section) => string;
  readonly onOpen: (section: Section) => void;
  /** To the list. */
  readonly onBack: () => void;
  readonly onClose: () => void;
  /** The open section. */
  readonly children: ReactNode;
}

type NavProps = Pick<SettingsDialogProps, 'sections' | 'current' | 'hrefOf' | 'onOpen'>;

const SectionNav = ({ sections, current, hrefOf, onOpen }: NavProps) => {
  const t = useTranslations();
  const open = (event: MouseEvent, section: Section): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(section);
  };
  return (
    <nav aria-label={t('sections')} className={styles['nav']}>
      <ul>
        {sections.map((section) => (
          <li key={section}>
            <a
              href={hrefOf(section)}
              aria-current={section === current ? 'page' : undefined}
              className={styles['link']}
              onClick={(event) => open(event, section)}
            >
              <span aria-hidden="true" className={styles['icon']}>
                {ICONS[section]}
              </span>
              <span>{t(section)}</span>
              <ChevronRight aria-hidden="true" className="mirrored" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** On a phone the list and a section take each other's place, so the focus goes along. */
const useFocusAlong = (current: string | null, isPhone: boolean) => {
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef(current);
  useEffect(() => {
    const changed = before.current !== current;
    before.current = current;
    if (changed && isPhone && document.activeElement === document.body) panel.current?.focus();
  }, [current, isPhone]);
  return panel;
};

/** What the signed-in person may set, in sections: beside their list on a desk, one by one on a phone. */
export const SettingsDialog = ({
  sections,
  current,
  isPhone,
  onBack,
  onClose,
  children,
  ...nav
}: SettingsDialogProps) => {
  const t = useTranslations();
  const panel = useFocusAlong(current, isPhone);
  const label = current === null ? null : t(current);
  const isDetail = isPhone && label !== null;
  return (
    <Dialog
      title={isDetail ? label : t('settings')}
      size="split"
      onBack={isDetail ? onBack : undefined}
      onClose={onClose}
    >
      <div ref={panel} tabIndex={-1} data-autofocus className={styles['frame']}>
        {isDetail ? null : <SectionNav sections={sections} current={current} {...nav} />}
        {label === null ? null : (
          <div key={current} role="region" aria-label={label} className={styles['panel']}>
            {isPhone ? null : <h3 className={styles['title']}>{label}</h3>}
            {children}
          </div>
        )}
      </div>
    </Dialog>
  );
};
