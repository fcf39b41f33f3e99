import type { Tier } from '../../../shared/tiers.ts';
import type { ToolMode, ToolServerAuth, ToolServerOrigin } from '../../../shared/tools.ts';

export interface Header {
  readonly name: string;
  /** A secret; undefined: it cannot be decrypted, because APP_SECRET has changed. */
  readonly value: string | undefined;
}

/** Accounts of one of the plans or in one of the groups; both null: everybody. */
export interface Audience {
  readonly tiers: readonly Tier[] | null;
  readonly groups: readonly string[] | null;
}

export interface ToolLimit {
  readonly tool: string;
  readonly mode: ToolMode;
}

/** A server of the Model Context Protocol. */
export interface ToolServer {
  readonly id: string;
  readonly origin: ToolServerOrigin;
  /** Of a server of one's own; else null. */
  readonly ownerUid: string | null;
  readonly name: string;
  /** Null: a program of this machine, which the operator named. */
  readonly url: string | null;
  readonly auth: ToolServerAuth;
  readonly headers: readonly Header[];
  readonly enabled: boolean;
  /** Null: no admin decided, so the operator's file does, else everybody has it. */
  readonly audience: Audience | null;
  /** The most that admins let a tool do; the others may run by themselves. */
  readonly limits: readonly ToolLimit[];
  readonly createdAt: number;
}

/** What was given or said at one of them, is it of the other, too? */
export const isSamePlace = (a: ToolServer, b: ToolServer): boolean => a.url === b.url && a.auth === b.auth;

/** A mode that somebody chooses for a tool, as it was described to them. */
export type ChosenMode = Omit<ToolChoice, 'serverId'>;

/** What a person lets a tool do, as it described itself then. */
export interface ToolChoice {
  readonly serverId: string;
  readonly tool: string;
  readonly mode: ToolMode;
  readonly digest: string;
}

export const EVERYBODY: Audience = { tiers: null, groups: null };

export const targetOf = ({ id }: Pick<ToolServer, 'id'>) => ({ kind: 'tool-server', id });

/** What the audit log says of a server: nothing of its secrets, and of its address only the host. */
export const toAuditDetails = ({ name, origin, url, auth, headers, enabled, audience }: ToolServer) => ({
  name,
  origin,
  host: url !== null && URL.canParse(url) ? new URL(url).host : null,
  auth,
  headers: headers.map((header) => header.name),
  enabled,
  tiers: audience?.tiers ? [...audience.tiers] : null,
  groups: audience?.groups ? [...audience.groups] : null,
});
