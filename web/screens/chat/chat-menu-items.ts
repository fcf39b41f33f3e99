import { printRequested, shareTargetSet } from '../../state/sharing-slice.ts';
import type { AppDispatch } from '../../state/store.ts';
import { exportChat } from '../print/export-chat.ts';
import { t } from '../../app/texts.ts';

export interface ChatMenuItem {
  readonly id: 'share' | 'markdown' | 'json' | 'print';
  readonly label: string;
  readonly run: () => void;
}

interface ChatRef {
  readonly chatId: string;
  readonly title: string;
  /** A temporary chat is not shared. */
  readonly isTemporary?: boolean;
}

const shareItem = (dispatch: AppDispatch, { chatId, title }: ChatRef): ChatMenuItem => ({
  id: 'share',
  label: t('share'),
  run: () => {
    dispatch(shareTargetSet({ chatId, title, messageId: null }));
  },
});

/** What can be done with a whole conversation, by its menu and by the palette. */
export const chatMenuItems = (
  dispatch: AppDispatch,
  { chatId, title, isTemporary = false }: ChatRef,
): readonly ChatMenuItem[] => [
  ...(isTemporary ? [] : [shareItem(dispatch, { chatId, title })]),
  {
    id: 'markdown',
    label: t('exportMarkdown'),
    run: () => {
      void dispatch(exportChat(chatId, 'markdown'));
    },
  },
  {
    id: 'json',
    label: t('exportJson'),
    run: () => {
      void dispatch(exportChat(chatId, 'json'));
    },
  },
  {
    id: 'print',
    label: t('print'),
    run: () => {
      dispatch(printRequested(chatId));
    },
  },
];
