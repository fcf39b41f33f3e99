import { useAppDispatch } from '../../state/store.ts';
import { skinSet } from '../../state/ui-slice.ts';
import { Sample, SampleChoice } from './sample-choice.tsx';
import { resolveSkinName } from './skins.ts';
import { useSkin } from './use-skin.ts';
import { useTranslations } from './texts.ts';

/** The choice of a skin. */
export const SkinSetting = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { name, skins } = useSkin();
  return (
    <SampleChoice
      name="skin"
      legend={t('skin')}
      choices={Object.entries(skins).map(([id, { label }]) => ({ id, label, sample: <Sample data-sample={id} /> }))}
      chosen={name}
      onChoose={(id) => dispatch(skinSet(resolveSkinName(id)))}
    />
  );
};
