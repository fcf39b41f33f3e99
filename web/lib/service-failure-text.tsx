import type { ReactNode } from 'react';

import { SERVICE_FAILURES } from '../../src/shared/service-failures.ts';
import { SERVICE_REPORTS } from '../../src/shared/service-reports.ts';
import { failureFinder } from './find-failure.ts';
import { createTranslations } from './i18n/translations.ts';
import failures from '../messages/en/service-failures.json' with { type: 'json' };
import reports from '../messages/en/service-reports.json' with { type: 'json' };

const { useTranslations: useFailures } = createTranslations('service-failures', failures);
const { useTranslations: useReports } = createTranslations('service-reports', reports);
const findFailure = failureFinder(SERVICE_FAILURES);
const findReport = failureFinder(SERVICE_REPORTS);

/** Without what could not be done, which the page knows: it asked for it. */
const causeOf = (text: string): string => text.slice(text.lastIndexOf(': ') + 1).trim();

/** What a server writes, in the reader's language; unknown texts stay as they are. */
const useTold = () => {
  const [tFailure, tReport] = [useFailures(), useReports()];
  const tell = (text: string): string => {
    const report = findReport(text);
    if (report) return tReport(report.key, tellAll(report.values));
    const failure = findFailure(text) ?? findFailure(causeOf(text)) ?? null;
    if (failure) return tFailure(failure.key, failure.values);
    const cause = findReport(causeOf(text));
    return cause ? tReport(cause.key, tellAll(cause.values)) : text;
  };
  const tellAll = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, /^\d{1,9}$/.test(value) ? Number(value) : tell(value)]),
    );
  return tell;
};

export interface ServiceFailureProps {
  readonly text: string;
  /** Of the text in the reader's language; absent: the text alone. */
  readonly children?: ((told: string) => ReactNode) | undefined;
}

/** How a service is, or why it does not work, in the reader's language. Unknown texts stay as they are. */
const ServiceFailureText = ({ text, children = (told) => told }: ServiceFailureProps) => children(useTold()(text));

export default ServiceFailureText;
