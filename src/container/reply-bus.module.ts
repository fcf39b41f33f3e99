import { ProcessReplyBus } from '../adapters/reply-bus/process-reply-bus.ts';
import { RedisReplyBus } from '../adapters/reply-bus/redis-reply-bus.ts';
import { SqlReplyBus } from '../adapters/reply-bus/sql-reply-bus.ts';
import { Metrics } from '../adapters/system/metrics.ts';
import { ReplyBus } from '../domain/chat/replies/bus/ports.ts';
import { AppContext } from './app-context.ts';
import { defineModule } from './define-module.ts';

/** Without a setting, SQLite has one process, and MySQL serves a few. */
export const replyBusKind = ({ config }: AppContext): 'process' | 'sql' | 'redis' => {
  const { REPLY_BUS: setting, DATABASE_URL } = config;
  if (setting === 'process' || setting === 'sql') return setting;
  if (setting !== undefined) return 'redis';
  return DATABASE_URL.startsWith('sqlite:') ? 'process' : 'sql';
};

const createReplyBus = (context: AppContext, metrics: Metrics): ReplyBus => {
  const { config, logs } = context;
  const kind = replyBusKind(context);
  if (kind === 'process') return new ProcessReplyBus();
  if (kind === 'sql' || config.REPLY_BUS === undefined) return new SqlReplyBus();
  const bus = new RedisReplyBus({
    url: config.REPLY_BUS,
    prefix: config.REPLY_BUS_PREFIX,
    onChange: (isConnected, error) => {
      if (isConnected) logs.info('the reply bus answers');
      else logs.warn('the reply bus is away: replies are followed and stopped through the database', { error });
    },
  });
  metrics.watchReplyBus(() => ({ ...bus.counts, isConnected: bus.isConnected }));
  return bus;
};

export const replyBusModule = defineModule(({ bind }) => {
  bind(ReplyBus).toResolvedValue(createReplyBus, [AppContext, Metrics]);
});
