import { NO_REFUSAL, type Refusal } from '../refusal.tsx';
import { t } from '../texts.ts';

const commonRefusal = (): Refusal => ({ ...NO_REFUSAL, fields: { password: t('passwordCommon') } });

/**
 * Refuses one of the most used passwords. The list is fetched when a password is about to be set; where it cannot
 * be had, the server decides.
 */
export const rejectCommonPassword = async (password: string): Promise<Refusal | null> => {
  try {
    const { isCommonPassword } = await import('../../../../src/contract/common-passwords.ts');
    return isCommonPassword(password) ? commonRefusal() : null;
  } catch {
    return null;
  }
};
