import { printRequested, shareTargetSet } from '../../state/sharing-slice.ts';
import type { AppDispatch } from '../../state/store.ts';
import { exportChat } from '../print/export-chat.ts';
import { t } from '../../app/texts.ts';
import { t as historyText } from '../../features/history/texts.ts';
import { toastShown } from '../../state/toast-slice.ts';
import type { PlaceInput } from '../../features/history/place-api.ts';

export interface ChatMenuItem {
  readonly id: 'pin' | 'archive' | 'share' | 'markdown' | 'json' | 'print';
  readonly label: string;
  readonly run: () => void;
}

interface ChatRef {
  readonly chatId: string;
  readonly title: string;
  /** A temporary chat is neither shared nor pinned nor archived. */
  readonly isTemporary?: boolean;
  /** Undefined while it is not known. */
  readonly place?: { readonly pinnedAt: string | null; readonly archived: boolean } | undefined;
}

/** What pins and archives is fetched when it is asked for. */
const placed =
  (dispatch: AppDispatch, input: PlaceInput): (() => void) =>
  () =>
    void import('./place-chat.ts').then(
      ({ placeChat }) => dispatch(placeChat(input)),
      () => dispatch(toastShown('problem', historyText('notPlaced'))),
    );

const placeItems = (dispatch: AppDispatch, { chatId: id, title, place }: ChatRef): readonly ChatMenuItem[] => {
  if (!place) return [];
  const { pinnedAt, archived } = place;
  const chat = { id, title, wasPinned: pinnedAt !== null };
  return [
    {
      id: 'pin',
      label: historyText(chat.wasPinned ? 'unpin' : 'pin'),
      run: placed(dispatch, { ...chat, pinned: !chat.wasPinned }),
    },
    {
      id: 'archive',
      label: historyText(archived ? 'restore' : 'archive'),
      run: placed(dispatch, { ...chat, archived: !archived }),
    },
  ];
};

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
  { chatId, title, isTemporary = false, place }: ChatRef,
): readonly ChatMenuItem[] => [
  ...(isTemporary ? [] : [...placeItems(dispatch, { chatId, title, place }), shareItem(dispatch, { chatId, title })]),
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
