import { UserPlus } from 'lucide-react';
import { useState } from 'react';

import { REGISTRATION_MODES, type RegistrationConfig } from '../../../../src/shared/settings/registration.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { SwitchRow } from '../shared/form-row.tsx';
import { useConfig } from '../config/use-config.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { useRegistrationTranslations } from './registration-texts.ts';

const MODE_LABELS = {
  open: 'modeOpen',
  invitation: 'modeInvitation',
  approval: 'modeApproval',
  closed: 'modeClosed',
} as const;

const toDomains = (text: string): readonly string[] =>
  text
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, '').toLowerCase())
    .filter(Boolean);

interface PartProps {
  readonly config: RegistrationConfig;
  readonly change: (config: RegistrationConfig) => void;
}

/** As typed, so that a comma does not vanish under the cursor. */
const DomainsField = ({ config, change }: PartProps) => {
  const t = useRegistrationTranslations();
  const [typed, setTyped] = useState('');
  const isCurrent = toDomains(typed).join() === config.domains.join();
  return (
    <TextField
      label={t('domains')}
      hint={t('domainsHint')}
      optional
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      dir="ltr"
      value={isCurrent ? typed : config.domains.join(', ')}
      onText={(text) => {
        setTyped(text);
        change({ ...config, domains: toDomains(text) });
      }}
    />
  );
};

/** Who may make an account, and the way to invite somebody. */
export const RegistrationCard = () => {
  const t = useRegistrationTranslations();
  const config = useConfig('registration');
  const [isInviting, setInviting] = useState(false);
  const isClosed = config.value?.mode === 'closed';
  return (
    <Card
      title={t('title')}
      note={t(isClosed ? 'closedNote' : 'note')}
      actions={
        <Button icon={<UserPlus />} disabled={isClosed} onClick={() => setInviting(true)}>
          {t('invite')}
        </Button>
      }
    >
      <ConfigForm config={config}>
        {(value) => (
          <>
            <SelectField
              label={t('mode')}
              hint={<OriginLabel path={['mode']} />}
              value={value.mode}
              onText={(text) =>
                config.change({ ...value, mode: REGISTRATION_MODES.find((mode) => mode === text) ?? value.mode })
              }
              options={REGISTRATION_MODES.map((mode) => [mode, t(MODE_LABELS[mode])] as const)}
            />
            <DomainsField config={value} change={config.change} />
            {value.mode === 'approval' ? (
              <SwitchRow
                label={t('requestMails')}
                note={t('requestMailsNote')}
                path={['requestMails']}
                checked={value.requestMails}
                onChange={(requestMails) => config.change({ ...value, requestMails })}
              />
            ) : null}
          </>
        )}
      </ConfigForm>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </Card>
  );
};
