import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useTranslations } from '../texts.ts';

/** The admin panel's address, opened by somebody who is no admin. */
export const AdminRefusal = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslations();
  return (
    <Dialog title={t('adminPanel')} size="s" description={t('adminOnly')} onClose={onClose}>
      <Button variant="primary" wide onClick={onClose}>
        {t('backToChat')}
      </Button>
    </Dialog>
  );
};
