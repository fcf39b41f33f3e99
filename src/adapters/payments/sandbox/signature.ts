import { createHmac, timingSafeEqual } from 'node:crypto';

/** An older event counts as a replay. */
const TOLERANCE_MS = 300_000;
const SIGNATURE_FORMAT = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const hmacOf = (body: string, seconds: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest();

/** Timestamp and signature of an event, in Stripe's format. */
export const sign = (body: string, now: number, secret: string): string => {
  const seconds = String(Math.floor(now / 1000));
  return `t=${seconds},v1=${hmacOf(body, seconds, secret).toString('hex')}`;
};

/** Whether `body` was signed with `secret` within the last five minutes. */
export const isSigned = (body: string, header: string, { now, secret }: { now: number; secret: string }): boolean => {
  const [, seconds, given] = SIGNATURE_FORMAT.exec(header) ?? [];
  if (seconds === undefined || given === undefined) return false;
  return (
    timingSafeEqual(Buffer.from(given, 'hex'), hmacOf(body, seconds, secret)) &&
    Math.abs(now - Number(seconds) * 1000) <= TOLERANCE_MS
  );
};
