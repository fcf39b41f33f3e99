import { Archive, Braces, Ellipsis, FileText, Pin, Printer, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { useAppDispatch } from '../../state/store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { MenuItem } from '../../ui/overlays/menu-list.tsx';
import { chatMenuItems, type ChatMenuItem } from './chat-menu-items.ts';
import { useTranslations } from '../../app/texts.ts';

const ICONS: Readonly<Record<ChatMenuItem['id'], ReactNode>> = {
  pin: <Pin />,
  archive: <Archive />,
  share: <Share2 />,
  markdown: <FileText />,
  json: <Braces />,
  print: <Printer />,
};

interface ChatMenuProps {
  /** Null for a chat that is not begun: there is nothing to do with it. */
  readonly chatId: string | null;
  readonly title: string;
  readonly isTemporary?: boolean;
  readonly place?: Parameters<typeof chatMenuItems>[1]['place'];
  readonly size?: 's' | 'm';
  /** More that the place where it stands can do. */
  readonly first?: MenuItem | undefined;
  readonly last?: MenuItem | undefined;
}

/** What can be done with a whole conversation: pin, archive or share it, or take it along. */
export const ChatMenu = ({ chatId, title, isTemporary = false, place, size = 's', first, last }: ChatMenuProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  if (chatId === null) return null;
  const items = chatMenuItems(dispatch, { chatId, title, isTemporary, place }).map(({ id, label, run }): MenuItem => ({
    id,
    label,
    icon: ICONS[id],
    hasSeparator: id === 'markdown' && !isTemporary,
    onSelect: run,
  }));
  return (
    <Menu
      label={t('conversation')}
      align="end"
      trigger={(props) => (
        <IconButton {...props} size={size} tooltip="none" label={t('moreFor', { title })} icon={<Ellipsis />} />
      )}
      items={[...(first ? [first] : []), ...items, ...(last ? [{ ...last, hasSeparator: true, danger: true }] : [])]}
    />
  );
};
