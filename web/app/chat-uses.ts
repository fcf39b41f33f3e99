import { printWished, shareWished } from '../state/sharing-slice.ts';
import type { AppDispatch } from '../state/store.ts';
import { exportChat } from './take-away.ts';
import { say } from './texts.ts';

export interface ChatUse {
  readonly id: 'share' | 'markdown' | 'json' | 'print';
  readonly label: string;
  readonly run: () => void;
}

interface UsedChat {
  readonly chatId: string;
  readonly title: string;
}

/** What can be done with a whole conversation, by its menu and by the palette. */
export const chatUses = (dispatch: AppDispatch, { chatId, title }: UsedChat): readonly ChatUse[] => [
  {
    id: 'share',
    label: say('share'),
    run: () => {
      dispatch(shareWished({ chatId, title, messageId: null }));
    },
  },
  {
    id: 'markdown',
    label: say('exportMarkdown'),
    run: () => {
      void dispatch(exportChat(chatId, 'markdown'));
    },
  },
  {
    id: 'json',
    label: say('exportJson'),
    run: () => {
      void dispatch(exportChat(chatId, 'json'));
    },
  },
  {
    id: 'print',
    label: say('print'),
    run: () => {
      dispatch(printWished(chatId));
    },
  },
];
