/**
 * What a health check says of a service, of backups and of the forwarding of the audit log. Other clients show these
 * texts as they are; the page shows the message of the same key in the reader's language. A value in braces may be
 * another of these texts, or one of `SERVICE_FAILURES`. Of two that fit, the first one is meant.
 */
export const SERVICE_REPORTS = {
  answers: 'It answers',
  takesMails: 'It would take mails',
  takesMessages: 'It would take messages',
  checksTokens: 'Tokens can be checked',
  offersOneModel: 'It offers 1 model',
  offersModels: 'It offers {count} models',
  answersWith: 'It answers with {count} dimensions',
  storesFiles: 'It keeps what it is given',
  finds: 'It finds something',
  findsNothing: 'It answers, but found nothing',
  withinProcess: 'Within this process',
  throughDatabase: 'Through the database',
  noBackup: 'No backup was made yet',
  lastBackup: 'Last backup: {time}, {size} MB',
  backupOverdue: '{state}, although a schedule is set',
  backupIncomplete: 'The backup of {time} lacks {lost}. Complete: {state}',
  backupFailed: 'The backup of {time} failed: {failure}. {state}',
  filesLost: '{count} files, whose content is missing or damaged: {names}',
  sentButFailed: 'Sent up to entry {number}; {state}. {failure}',
  sentUpTo: 'Sent up to entry {number}; {state}',
  sentWithLoss: '{state}; {lost} had reached the end of the retention before they could be sent',
  waits: '{waiting} wait, the oldest for {age}',
  oneCancellationWaits: '1 account waits for its subscription to end or go on, since {time}',
  cancellationsWait: '{count} accounts wait for their subscriptions to end or go on, the first since {time}',
  oneMailWaits: '1 mail waits to be sent again, since {time}',
  mailsWait: '{count} mails wait to be sent again, the first since {time}',
  nothingWaits: 'nothing waits',
  oneEntry: '1 entry',
  entries: '{count} entries',
  oneMinute: '1 minute',
  minutes: '{count} minutes',
  collectorClosed: 'The server closed the connection before it had everything',
  collectorRefused: 'The server did not take the entries',
} as const;

type ServiceReportKey = keyof typeof SERVICE_REPORTS;

/** The text with its values. */
export const formatServiceReport = (key: ServiceReportKey, values: Readonly<Record<string, string | number>>): string =>
  SERVICE_REPORTS[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
