import { SqlAdminMails } from '../adapters/sql/accounts/admin-mails.ts';
import { Database } from '../adapters/sql/database.ts';
import { SqlInstallationTotals } from '../adapters/sql/operations/installation-totals.ts';
import { OwnUsageMail } from '../domain/accounts/admin-mails/own-usage-mail.ts';
import { AdminMails } from '../domain/accounts/admin-mails/ports.ts';
import { SendUsageMails } from '../domain/accounts/admin-mails/send-usage-mails.ts';
import { TellOfRequests } from '../domain/accounts/admin-mails/tell-of-requests.ts';
import { Cooldowns, DirectMailer, Site } from '../domain/accounts/ports.ts';
import { RegistrationRequests } from '../domain/accounts/registration/ports.ts';
import { VerificationPolicy } from '../domain/accounts/verification-policy.ts';
import { BackupRecords } from '../domain/backup/ports.ts';
import { FileRepository } from '../domain/files/ports/file-repository.ts';
import { Clock, JobLocks } from '../domain/kernel/ports.ts';
import { BuildUsageReport } from '../domain/operations/build-usage-report.ts';
import { DailyUsage, ErrorDescriber, InstallationTotals, UsageReports } from '../domain/operations/ports.ts';
import { logErrors } from './app-context.ts';
import { defineModule } from './define-module.ts';
import { setting } from './settings.module.ts';

/** What admins are mailed about their server. */
export const adminMailsModule = defineModule(({ bindClass, bindPort }) => {
  const mails = {
    admins: AdminMails,
    verification: VerificationPolicy,
    mailer: DirectMailer,
    site: Site,
    clock: Clock,
  };
  bindPort(AdminMails, SqlAdminMails, Database);
  bindPort(InstallationTotals, SqlInstallationTotals, Database);
  bindPort(UsageReports, BuildUsageReport, {
    usage: DailyUsage,
    totals: InstallationTotals,
    files: FileRepository,
    backups: BackupRecords,
    requests: RegistrationRequests,
    clock: Clock,
  });
  bindClass(SendUsageMails, {
    ...mails,
    settings: setting('usage-mail'),
    reports: UsageReports,
    jobLocks: JobLocks,
    failed: logErrors,
  });
  bindClass(OwnUsageMail, { ...mails, reports: UsageReports, cooldowns: Cooldowns, errorDescriber: ErrorDescriber });
  bindClass(TellOfRequests, {
    ...mails,
    settings: setting('registration'),
    requests: RegistrationRequests,
    jobLocks: JobLocks,
    failed: logErrors,
  });
});
