import type { ReactNode } from 'react';

import { SERVICE_FAILURES } from '../../src/shared/service-failures.ts';
import { failureFinder } from './find-failure.ts';
import { createTranslations } from './i18n/translations.ts';
import english from '../messages/en/service-failures.json' with { type: 'json' };

const { useTranslations } = createTranslations('service-failures', english);
const findFailure = failureFinder(SERVICE_FAILURES);

/** Without what could not be done, which the page knows: it asked for it. */
const causeOf = (text: string): string => text.slice(text.lastIndexOf(': ') + 1).trim();

export interface ServiceFailureProps {
  readonly text: string;
  /** Of the text in the reader's language; absent: the text alone. */
  readonly children?: ((told: string) => ReactNode) | undefined;
}

/** Why a service does not work, in the reader's language. Unknown texts stay as they are. */
const ServiceFailureText = ({ text, children = (told) => told }: ServiceFailureProps) => {
  const t = useTranslations();
  const failure = findFailure(text) ?? findFailure(causeOf(text));
  return children(failure ? t(failure.key, failure.values) : text);
};

export default ServiceFailureText;
