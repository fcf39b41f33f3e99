import type { Tier } from '../../../../src/contract/common.ts';
import { numberFormatter } from '../../../lib/i18n/formatters.ts';
import { directionOf } from '../../../lib/i18n/language.ts';
import { currentLanguage, currentLocale } from '../../../lib/i18n/translations.ts';
import type { Plan } from '../billing-api.ts';
import { t, type TextKey } from '../texts.ts';

export const PLAN_NAMES: Readonly<Record<Tier, TextKey>> = {
  free: 'planFree',
  basic: 'planPro',
  premium: 'planPremium',
};

/** One line under the plan's name: for whom it is. */
export const PLAN_TAGLINES: Readonly<Record<Tier, TextKey>> = {
  free: 'lineFree',
  basic: 'linePro',
  premium: 'linePremium',
};

/** Messages a day in words; -1 has no end. */
export const formatDailyLimit = (limit: number): string => (limit < 0 ? t('unlimited') : t('perDay', { limit }));

const FEATURES: Readonly<Record<Tier, readonly TextKey[]>> = {
  free: ['webSearch'],
  basic: ['allModels', 'fileUploads'],
  premium: ['allOfPro', 'premiumModels', 'earlyAccess', 'fileProcessing', 'apiAccess', 'personalities'],
};

/** The features of a plan, with the message limit of this server. */
export const getPlanFeatures = ({ tier, dailyLimit }: Plan): readonly string[] => {
  const features = FEATURES[tier].map((key) => t(key));
  return tier === 'premium' ? features : [formatDailyLimit(dailyLimit), ...features];
};

/** English prices are written in one way, whatever the reader's region. */
const createPriceFormatter = (currency: string, whole: boolean): Intl.NumberFormat | null => {
  try {
    return numberFormatter(currentLanguage() === 'en' ? 'en-US' : currentLocale(), {
      style: 'currency',
      currency,
      ...(whole ? { minimumFractionDigits: 0 } : {}),
    });
  } catch {
    return null;
  }
};

const isRightToLeft = (): boolean => directionOf(currentLanguage()) === 'rtl';

/** Else the two sides of a sign like `US$` change places between right-to-left words. */
const isolateBidi = (sign: string): string => `\u2066${sign}\u2069`;

/** A price such as `$4.99`, a whole amount without decimals. An unknown currency follows the number. */
export const formatPrice = (price: number, currency: string): string => {
  const parts = createPriceFormatter(currency, Number.isInteger(price))?.formatToParts(price);
  return (
    parts?.map(({ type, value }) => (type === 'currency' && isRightToLeft() ? isolateBidi(value) : value)).join('') ??
    `${price} ${currency}`
  );
};
