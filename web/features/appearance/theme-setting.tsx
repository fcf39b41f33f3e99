import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { selectThemeChoice, themeChosen } from '../../state/theme-choice.ts';
import { Sample, SampleChoice } from './sample-choice.tsx';
import { useTranslations } from './texts.ts';

const LIGHT = <Sample data-sample-theme="light" />;
const DARK = <Sample data-sample-theme="dark" />;

/** Light, dark, or as the system is. */
export const ThemeSetting = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const chosen = useAppSelector(selectThemeChoice);
  return (
    <SampleChoice
      name="theme"
      legend={t('theme')}
      choices={[
        { id: 'light', label: t('light'), sample: LIGHT },
        { id: 'dark', label: t('dark'), sample: DARK },
        {
          id: 'system',
          label: t('system'),
          sample: (
            <>
              {LIGHT}
              {DARK}
            </>
          ),
        },
      ]}
      chosen={chosen}
      onChoose={(choice) => dispatch(themeChosen(choice))}
    />
  );
};
