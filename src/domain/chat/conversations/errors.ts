import { DomainError } from '../../kernel/domain-error.ts';

const MB = 1024 * 1024;
const formatMegabytes = (bytes: number): string => `${Math.round((bytes / MB) * 10) / 10} MB`;

const REMEDIES = {
  unverified: 'Verify your email address, or delete chats to make room.',
  free: 'Delete chats to make room, or upgrade your plan.',
  basic: 'Delete chats to make room, or upgrade your plan.',
  premium: 'Delete chats to make room.',
} as const;

interface ExceededQuota {
  readonly limit: number;
  readonly used: number;
  readonly group: keyof typeof REMEDIES;
}

const QUOTA_MESSAGES = {
  chats: ({ limit, used, group }: ExceededQuota) =>
    `You have ${used} chats, and ${limit} can be kept. ${REMEDIES[group]}`,
  'chat-size': ({ limit }: ExceededQuota) =>
    `A chat can hold ${formatMegabytes(limit)}, and this one is full. Go on in a new chat.`,
  'chat-storage': ({ limit, group }: ExceededQuota) =>
    `Your chats can hold ${formatMegabytes(limit)} in all, and they are full. ${REMEDIES[group]}`,
} as const;

/** The quota of chats, bytes, or bytes of one chat is used up. Nothing is stored. */
export class ChatQuotaReached extends DomainError {
  readonly kind = 'forbidden';
  override readonly code = 'USAGE_LIMIT_EXCEEDED';

  /** `limit` and `used` in chats or bytes; `used` includes the refused change. */
  constructor(
    readonly rule: keyof typeof QUOTA_MESSAGES,
    private readonly exceeded: ExceededQuota,
  ) {
    const message = QUOTA_MESSAGES[rule](exceeded);
    super(message, { message, rule, limit: exceeded.limit, used: exceeded.used });
  }

  override withoutPlans() {
    const { exceeded, rule, details } = this;
    const group = exceeded.group === 'unverified' ? 'unverified' : 'premium';
    const message = QUOTA_MESSAGES[rule]({ ...exceeded, group });
    return { message, details: { ...details, message } };
  }
}
