import { Braces, Ellipsis, FileText, Printer, Share2 } from 'lucide-react';

import { printWished, shareWished } from '../state/sharing-slice.ts';
import { useAppDispatch } from '../state/store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { exportChat } from './take-away.ts';

interface ChatMenuProps {
  /** Null for a chat that is not begun: there is nothing to do with it. */
  readonly chatId: string | null;
  readonly title: string;
  readonly size?: 's' | 'm';
}

/** What can be done with a whole conversation: share it, or take it along. */
export const ChatMenu = ({ chatId, title, size = 's' }: ChatMenuProps) => {
  const dispatch = useAppDispatch();
  if (chatId === null) return null;
  return (
    <Menu
      label="Conversation"
      align="end"
      trigger={(props) => <IconButton {...props} size={size} tooltip="none" label={`More for ${title}`} icon={<Ellipsis />} />}
      items={[
        { id: 'share', label: 'Share…', icon: <Share2 />, onSelect: () => { dispatch(shareWished({ chatId, title, messageId: null })); } },
        { id: 'markdown', label: 'Export as Markdown', icon: <FileText />, apart: true, onSelect: () => { void dispatch(exportChat(chatId, 'markdown')); } },
        { id: 'json', label: 'Export as JSON', icon: <Braces />, onSelect: () => { void dispatch(exportChat(chatId, 'json')); } },
        { id: 'print', label: 'Print or save as PDF', icon: <Printer />, onSelect: () => { dispatch(printWished(chatId)); } },
      ]}
    />
  );
};
