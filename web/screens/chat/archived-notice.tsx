import { useState } from 'react';

import { useTranslations } from '../../features/history/archive-texts.ts';
import { useAppDispatch } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { placeChat } from './place-chat.ts';

interface ArchivedNoticeProps {
  readonly chatId: string;
  readonly title: string;
}

/** Says that the chat on the page is archived, and restores it. */
export default function ArchivedNotice({ chatId: id, title }: ArchivedNoticeProps) {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const [isBusy, setBusy] = useState(false);
  const restore = async (): Promise<void> => {
    setBusy(true);
    await dispatch(placeChat({ id, title, wasPinned: false, archived: false }));
    setBusy(false);
  };
  return (
    <Notice
      action={
        <Button size="s" busy={isBusy} onClick={() => void restore()}>
          {t('restore')}
        </Button>
      }
    >
      <strong>{t('isArchived')}</strong> {t('isArchivedNote')}
    </Notice>
  );
}
