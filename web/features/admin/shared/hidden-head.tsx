import { useLimitTranslations } from './limit-texts.ts';

/** The heading of a column of buttons. */
export const HiddenHead = () => <span className="visually-hidden">{useLimitTranslations()('headActions')}</span>;
