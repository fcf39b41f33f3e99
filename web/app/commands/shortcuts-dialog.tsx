import { isMac } from '../../lib/is-mac.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';
import { SingleKeySetting } from './single-key-setting.tsx';
import { useTranslations } from '../texts.ts';

const IN_PLACE = [
  { label: 'send', keys: ['Enter'] },
  { label: 'newLine', keys: ['Shift', 'Enter'] },
  { label: 'findInChat', keys: ['Mod', 'F'] },
  { label: 'closeOpen', keys: ['Esc'] },
] as const;

const Row = ({ label, keys }: { readonly label: string; readonly keys: readonly string[] }) => (
  <div className={styles['row']}>
    <dt>{label}</dt>
    <dd>
      {keys.map((key) => (
        <kbd key={key}>{key === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : key}</kbd>
      ))}
    </dd>
  </div>
);

interface ShortcutsDialogProps {
  readonly isGuest: boolean;
  readonly onClose: () => void;
}

/**
 * Every shortcut, from the list that the keys themselves go by. A visitor's theme follows the hour, and
 * there is no chat to search.
 */
export const ShortcutsDialog = ({ isGuest, onClose }: ShortcutsDialogProps) => {
  const t = useTranslations();
  return (
    <Dialog title={t('shortcuts')} size="s" onClose={onClose}>
      <dl className={styles['list']}>
        {SHORTCUTS.filter(({ id }) => !isGuest || !['theme', 'search', 'settings', 'temporary'].includes(id)).map(
          ({ id, label, keys }) => (
            <Row key={id} label={t(label)} keys={keys} />
          ),
        )}
        {IN_PLACE.map(({ label, keys }) => (
          <Row key={label} label={t(label)} keys={keys} />
        ))}
      </dl>
      <SingleKeySetting />
    </Dialog>
  );
};
