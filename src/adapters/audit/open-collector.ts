import { readFileSync } from 'node:fs';

import type { AuditCollector } from '../../domain/audit/ports.ts';
import { parseForwardUrl } from '../../platform/audit-forward-settings.ts';
import { HttpCollector } from './http-collector.ts';
import { SyslogCollector } from './syslog-collector.ts';

interface ForwardConfig {
  readonly AUDIT_FORWARD_URL?: string | undefined;
  readonly AUDIT_FORWARD_TOKEN?: string | undefined;
  readonly AUDIT_FORWARD_CA_FILE?: string | undefined;
  readonly APP_URL: string;
}

/** Undefined where the audit log is sent nowhere. */
export const openCollector = (config: ForwardConfig): AuditCollector | undefined => {
  const { AUDIT_FORWARD_URL: url, AUDIT_FORWARD_TOKEN: token, AUDIT_FORWARD_CA_FILE: caFile, APP_URL } = config;
  const target = url === undefined ? undefined : parseForwardUrl(url);
  if (!target) return undefined;
  if (target.kind === 'http') return new HttpCollector(target.url, token);
  const ca = caFile === undefined ? undefined : readFileSync(caFile, 'utf8');
  return new SyslogCollector({ ...target, ca }, new URL(APP_URL).hostname);
};
