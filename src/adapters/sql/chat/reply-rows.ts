import { Model } from 'objection';

import type { Reply } from '../../../domain/chat/replies/reply.ts';

export class ReplyRow extends Model {
  static override tableName = 'replies';
  declare id: string;
  declare owner: string;
  declare chat_key: string | null;
  declare message_id: string | null;
  declare status: Reply['status'];
  declare stop_requested: boolean;
  /** Until its log is deleted. */
  declare has_log: boolean;
  declare model: string;
  declare cached: boolean;
  declare error_code: string | null;
  declare runner_id: string;
  declare epoch: number;
  declare reservation_id: string | null;
  declare prompt_key: string | null;
  declare follow_ups: Reply['followUps'];
  declare created_at: number;
  declare finished_at: number | null;
  declare text: string;
}

export const toReply = (row: ReplyRow): Reply => ({
  id: row.id,
  owner: row.owner,
  chatKey: row.chat_key,
  messageId: row.message_id,
  status: row.status,
  model: row.model,
  cached: Boolean(row.cached),
  errorCode: row.error_code,
  runnerId: row.runner_id,
  epoch: row.epoch,
  reservationId: row.reservation_id,
  promptKey: row.prompt_key,
  text: row.text,
  followUps: row.follow_ups,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

export const toNewReplyRow = (reply: Reply) => ({
  id: reply.id,
  owner: reply.owner,
  chat_key: reply.chatKey,
  message_id: reply.messageId,
  status: reply.status,
  stop_requested: false,
  has_log: true,
  model: reply.model,
  cached: reply.cached,
  error_code: reply.errorCode,
  runner_id: reply.runnerId,
  epoch: reply.epoch,
  reservation_id: reply.reservationId,
  prompt_key: reply.promptKey,
  text: reply.text,
  follow_ups: reply.followUps,
  created_at: reply.createdAt,
  finished_at: reply.finishedAt,
});
