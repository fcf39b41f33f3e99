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

/** Tells how a service is, or why it does not work; null: the text says neither. */
export const useServiceText = () => {
  const [tFailure, tReport] = [useFailures(), useReports()];
  const tellReport = (text: string): string | null => {
    const report = findReport(text);
    return report && tReport(report.key, tellAll(report.values));
  };
  const tell = (text: string): string | null => {
    const failure = findFailure(text) ?? findFailure(causeOf(text));
    return tellReport(text) ?? (failure ? tFailure(failure.key, failure.values) : tellReport(causeOf(text)));
  };
  const tellAll = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        /^\d{1,9}$/.test(value) ? Number(value) : (tell(value) ?? value),
      ]),
    );
  return tell;
};
