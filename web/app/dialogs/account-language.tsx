import { useEffect, useRef } from 'react';

import { accountLanguageApi } from '../../features/accounts/account-language-api.ts';
import { useLanguage } from '../../lib/i18n/translations.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';

/**
 * Mails are in the language of the page. A sign-in stores it; this does when the person chooses another one, and for
 * accounts that have none yet. Another device whose page speaks another language changes nothing by being opened.
 */
export const AccountLanguage = () => {
  const dispatch = useAppDispatch();
  const language = useLanguage();
  const stored = useAppSelector(({ session }) => session.user?.language);
  const shown = useRef(language);
  useEffect(() => {
    const isChosen = shown.current !== language;
    shown.current = language;
    if (stored === undefined || stored === language || (stored !== null && !isChosen)) return;
    void dispatch(accountLanguageApi.endpoints.setLanguage.initiate({ language }));
  }, [dispatch, language, stored]);
  return null;
};
