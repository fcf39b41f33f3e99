import { useAppDispatch } from '../../state/store.ts';
import { skinSet } from '../../state/ui-slice.ts';
import styles from './skin-setting.module.css';
import { resolveSkinName } from './skins.ts';
import { useSkin } from './use-skin.ts';
import { useTranslations } from './texts.ts';

/** The choice of a skin. */
export const SkinSetting = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { name, skins } = useSkin();
  return (
    <fieldset className={styles['skins']}>
      <legend className="visually-hidden">{t('skin')}</legend>
      {Object.entries(skins).map(([id, { label }]) => (
        <label key={id} className={styles['skin']}>
          <input
            type="radio"
            name="skin"
            value={id}
            checked={id === name}
            className={styles['radio']}
            onChange={() => dispatch(skinSet(resolveSkinName(id)))}
          />
          <span aria-hidden="true" className={styles['sample']} data-sample={id}>
            <span />
            <span />
            <span />
          </span>
          <span dir="auto" className={styles['label']}>
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
};
