import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState, type ComponentProps } from 'react';

import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';
import { useAgentAccess } from '../../state/agent-access.ts';
import { useAppSelector } from '../../state/store.ts';
import { FallbackBoundary } from '../../ui/fallback-boundary.tsx';
import { useMenu } from '../../ui/overlays/use-menu.ts';
import { MODE_ICONS } from './mode-icons.tsx';
import type { ModeList, ModeListProps } from './mode-list.tsx';
import styles from './mode-menu.module.css';
import { selectMode, MODES } from './modes.ts';
import { useTranslations } from './texts.ts';

let loadedList: typeof ModeList | null = null;
const load = async () => (loadedList ??= (await import('./mode-list.tsx')).ModeList);
const LazyModeList = lazy(async () => ({ default: await load() }));
const preload = (): void => {
  load().catch(() => undefined); // it is asked for again when the menu is opened
};

/** Once it is there it is drawn at once: the next key belongs to it. */
const OpenList = (props: ComponentProps<typeof ModeList>) => {
  const [List] = useState(() => loadedList ?? LazyModeList);
  return <List {...props} />;
};

/**
 * Chooses how the next message is answered. The list is fetched when somebody reaches for it, or
 * when the browser is idle.
 */
export const ModeMenu = (props: ModeListProps) => {
  const t = useTranslations();
  const access = useAgentAccess();
  const at = useAppSelector(selectMode);
  const { open, trigger, place } = useMenu();
  useIdleCallback(preload);
  const mode = MODES.find(({ id }) => id === at);
  const label = access === 'loading' ? t('loading') : mode && t(mode.label);
  return (
    <>
      <button
        type="button"
        {...trigger}
        onPointerEnter={preload}
        onFocus={preload}
        className={styles['trigger']}
        aria-label={t('mode')}
        aria-description={label}
        aria-busy={access === 'loading' || undefined}
        data-mode={at}
      >
        <span aria-hidden="true" className={styles['icon']}>
          {MODE_ICONS[at]}
        </span>
        {/* Text from CSS, because a button's name must contain its visible text. */}
        <span aria-hidden="true" className={styles['text']}>
          <span data-label={label} />
          <ChevronDown className={styles['chevron']} />
        </span>
      </button>
      {open ? (
        <FallbackBoundary fallback={null} onError={() => place.onClose(true)}>
          <Suspense>
            <OpenList {...props} {...place} />
          </Suspense>
        </FallbackBoundary>
      ) : null}
    </>
  );
};
