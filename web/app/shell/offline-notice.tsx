import { CloudOff, Wifi } from 'lucide-react';
import { useEffect, useState } from 'react';

import { useOnline } from '../../lib/hooks/use-online.ts';
import styles from './offline-notice.module.css';
import { useTranslations } from '../texts.ts';

const BACK_ONLINE_MS = 3000;

/** True for a moment after the network has come back. */
const useBackOnline = (online: boolean): boolean => {
  const [wasOffline, setWasOffline] = useState(false);
  useEffect(() => {
    if (!online) {
      setWasOffline(true);
      return;
    }
    const timer = setTimeout(() => setWasOffline(false), BACK_ONLINE_MS);
    return () => clearTimeout(timer);
  }, [online]);
  return online && wasOffline;
};

/**
 * Says quietly that there is no network, and quietly that it is back; what was asked meanwhile catches up by itself.
 */
export const OfflineNotice = () => {
  const t = useTranslations();
  const online = useOnline();
  const back = useBackOnline(online);
  return (
    <div role="status" className={styles['place']}>
      {online && !back ? null : (
        <span className={styles['notice']}>
          {online ? <Wifi aria-hidden="true" /> : <CloudOff aria-hidden="true" />}
          {online ? t('backOnline') : t('offline')}
        </span>
      )}
    </div>
  );
};
