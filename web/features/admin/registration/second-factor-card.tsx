import { SECOND_FACTOR_AUDIENCES } from '../../../../src/shared/settings/second-factor.ts';
import { Card } from '../../../ui/display/card.tsx';
import { SelectField } from '../../../ui/forms/text-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { useConfig } from '../config/use-config.ts';
import { useUsersTranslations } from '../shared/users-texts.ts';

const LABELS = { nobody: 'requiredOfNobody', admins: 'requiredOfAdmins', everybody: 'requiredOfEverybody' } as const;

/** Who must sign in with a second factor. */
export const SecondFactorCard = () => {
  const t = useUsersTranslations();
  const config = useConfig('second-factor');
  return (
    <Card title={t('factorTitle')} note={t('factorNote')}>
      <ConfigForm config={config}>
        {({ requiredOf }) => (
          <SelectField
            label={t('requiredOf')}
            hint={<OriginLabel path={['requiredOf']} />}
            value={requiredOf}
            onText={(text) =>
              config.change({ requiredOf: SECOND_FACTOR_AUDIENCES.find((one) => one === text) ?? requiredOf })
            }
            options={SECOND_FACTOR_AUDIENCES.map((one) => [one, t(LABELS[one])] as const)}
          />
        )}
      </ConfigForm>
    </Card>
  );
};
