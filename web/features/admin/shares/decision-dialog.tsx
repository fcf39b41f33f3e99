import type { ShareDecision } from '../../../../src/shared/share-reports.ts';
import { ReasonDialog, useReasonForm } from '../shared/reason-dialog.tsx';
import { moderationApi, type ModeratedShare } from './shares-api.ts';
import { useSharesTranslations, type SharesTextKey } from './shares-texts.ts';

export interface Pending {
  readonly share: ModeratedShare;
  readonly decision: ShareDecision;
}

interface DecisionTexts {
  readonly title: SharesTextKey;
  readonly text: SharesTextKey;
  readonly action: SharesTextKey;
  readonly done: SharesTextKey;
}

const TEXTS: Readonly<Record<ShareDecision, DecisionTexts>> = {
  'take-down': { title: 'takeDownAsk', text: 'takeDownText', action: 'takeDown', done: 'takenDown' },
  restore: { title: 'restoreAsk', text: 'restoreText', action: 'restore', done: 'restored' },
  dismiss: { title: 'dismissAsk', text: 'dismissText', action: 'dismiss', done: 'dismissed' },
};

/** Asks for the reason of a decision, and says what follows from it. */
export const DecisionDialog = ({ share, decision, onClose }: Pending & { readonly onClose: () => void }) => {
  const t = useSharesTranslations();
  const [decide] = moderationApi.useDecideOnShareMutation();
  const { title, text, action, done } = TEXTS[decision];
  const form = useReasonForm({
    run: (reason) => decide({ id: share.id, decision, reason }),
    successText: t(done),
    onClose,
  });
  const { email, name, uid } = share.owner;
  return (
    <ReasonDialog
      title={t(title)}
      text={t(text, { title: share.title, owner: email ?? (name || uid) })}
      action={t(action)}
      danger={decision === 'take-down'}
      form={form}
      onClose={onClose}
    />
  );
};
