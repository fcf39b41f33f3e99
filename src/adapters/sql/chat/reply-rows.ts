import { Model } from 'objection';

import type { Reply } from '../../../domain/chat/replies/reply.ts';
import { boolean, rowMapping } from '../row-mapping.ts';

export class ReplyRow extends Model {
  static override tableName = 'replies';
  declare id: string;
  declare chat_key: string | null;
  declare status: Reply['status'];
  /** Until its log is deleted. */
  declare has_log: boolean;
  declare stop_requested: boolean;
  declare runner_id: string;
  declare epoch: number;
  declare prompt_key: string | null;
  declare text: string;
}

const replies = rowMapping<Reply>({
  id: 'id',
  owner: 'owner',
  chatKey: 'chat_key',
  messageId: 'message_id',
  status: 'status',
  model: 'model',
  cached: boolean('cached'),
  errorCode: 'error_code',
  runnerId: 'runner_id',
  epoch: 'epoch',
  reservationId: 'reservation_id',
  promptKey: 'prompt_key',
  text: 'text',
  followUps: 'follow_ups',
  createdAt: 'created_at',
  finishedAt: 'finished_at',
});

export const toReply = replies.fromRow;

// The spread is last: adding keys to a copy of many keys makes V8 turn it into a slow dictionary.
export const toNewReplyRow = (reply: Reply) => ({ stop_requested: false, has_log: true, ...replies.toRow(reply) });
