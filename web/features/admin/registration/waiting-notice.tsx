import { tabChosen } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { registrationApi } from './registration-api.ts';
import { useRegistrationTranslations } from './registration-texts.ts';

/** Says among the users that somebody waits for an account, and leads there; nothing while nobody does. */
export const WaitingNotice = () => {
  const t = useRegistrationTranslations();
  const dispatch = useAppDispatch();
  const { data } = registrationApi.useRegistrationRequestsQuery(
    { limit: 1, offset: 0 },
    { refetchOnMountOrArgChange: true },
  );
  if (data === undefined || data.waiting === 0) return null;
  return (
    <Notice
      action={
        <Button size="s" onClick={() => dispatch(tabChosen('sign-in'))}>
          {t('showWaiting')}
        </Button>
      }
    >
      {t('waitingShort', { count: data.waiting })}
    </Notice>
  );
};
