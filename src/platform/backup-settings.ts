import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { decimal } from './decimal.ts';
import type { Env } from './provider-registry.ts';

const DAY_MINUTES = 24 * 60;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

const splitTimes = (text: string): string[] => text.split(',').map((time) => time.trim());

/** Where backups go, when, and how many stay. */
export const BACKUP_SETTINGS = z.object({
  BACKUP_TARGET: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where scheduled backups are stored: a folder, or `s3://BUCKET/PREFIX` with S3_ENDPOINT, S3_REGION, ' +
        'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Best another machine or disk.',
    ),
  BACKUP_SCHEDULE: z
    .string()
    .refine(
      (text) => splitTimes(text).every((time) => TIME.test(time)),
      'must be times such as 03:30, separated by commas',
    )
    .optional()
    .describe(
      'Times of day in UTC at which a backup is made, such as `03:30` or `03:30,15:30`. Default: none is made.',
    ),
  BACKUP_KEEP: decimal(z.number().int().min(1).max(10_000))
    .default(14)
    .describe('How many scheduled backups stay in BACKUP_TARGET; older ones are removed after a new one was checked.'),
  BACKUP_PASSPHRASE_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File with a passphrase in its first line: backups are encrypted with it, and encrypted ones restored. ' +
        'Without it backups can be read by whoever has them.',
    ),
});

export interface S3Location {
  readonly bucket: string;
  readonly prefix: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type BackupLocation =
  | { readonly kind: 'folder'; readonly path: string }
  | ({ readonly kind: 's3' } & S3Location);

/** Minutes after midnight, in order. */
export const parseSchedule = (text: string | undefined): readonly number[] => {
  const minutes = splitTimes(text ?? '').flatMap((time) => {
    const [, hour, minute] = TIME.exec(time) ?? [];
    return hour === undefined ? [] : [(Number(hour) * 60 + Number(minute)) % DAY_MINUTES];
  });
  return [...new Set(minutes)].toSorted((a, b) => a - b);
};

const S3_ADDRESS = /^s3:\/\/([a-z0-9.-]{3,63})(?:\/([\w./-]{0,500}))?$/;

const parseS3 = (target: string, env: Env): BackupLocation | string => {
  const [address, bucket = '', prefix = ''] = S3_ADDRESS.exec(target) ?? [];
  if (address === undefined) return 'BACKUP_TARGET must be a folder or s3://BUCKET/PREFIX';
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    return 'BACKUP_TARGET is in S3, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY have to be set';
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const { S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1' } = env;
  return { kind: 's3', bucket, prefix: folder, endpoint, region, accessKeyId, secretAccessKey };
};

/** Undefined without a target. A fault names its variable, never its value. */
export const parseBackupTarget = (
  env: Env,
): { readonly location?: BackupLocation; readonly faults: readonly string[] } => {
  const target = env['BACKUP_TARGET']?.trim();
  if (!target) return { faults: env['BACKUP_SCHEDULE'] ? ['BACKUP_TARGET is not set, but BACKUP_SCHEDULE is'] : [] };
  const location = target.startsWith('s3:') ? parseS3(target, env) : { kind: 'folder' as const, path: target };
  return typeof location === 'string' ? { faults: [location] } : { location, faults: [] };
};

const MIN_PASSPHRASE_LENGTH = 12;

/** The first line of the file, or what is wrong with it, for the operator. */
export const loadPassphrase = (
  file: string | undefined,
): { readonly passphrase?: string | undefined; readonly fault?: string | undefined } => {
  if (file === undefined) return {};
  try {
    const [line = ''] = readFileSync(file, 'utf8').split('\n', 1);
    if (line.trim().length >= MIN_PASSPHRASE_LENGTH) return { passphrase: line.trim() };
    return { fault: `BACKUP_PASSPHRASE_FILE: its first line must have ${MIN_PASSPHRASE_LENGTH} characters or more` };
  } catch {
    return { fault: `BACKUP_PASSPHRASE_FILE: ${file} cannot be read` };
  }
};

/** At the start, and not only when a backup is due. */
export const passphraseFaults = ({ BACKUP_PASSPHRASE_FILE: file }: Env): readonly string[] => {
  const { fault } = loadPassphrase(file);
  return fault === undefined ? [] : [fault];
};
