import { CommitBatcher } from '../../../../src/domain/chat/replies/commit-batcher.ts';
import { ActiveReplies } from '../../../../src/domain/chat/replies/active-replies.ts';
import type { UnitOfWork } from '../../../../src/domain/kernel/ports.ts';
import { SqlReplyBus } from '../../../../src/adapters/reply-bus/sql-reply-bus.ts';
import { RecordingObserver } from '../../../fakes/reply-ports.ts';
import { ChatStore } from '../../../fakes/chats.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { InMemoryReplyRepository } from '../../../fakes/replies.ts';
import { aReply } from '../../../support/builders.ts';
import { until } from '../harness.ts';

/** So many replies run; `stored` names the ends of each transaction that was kept. */
const aDesk = (running: number) => {
  const clock = new FixedClock();
  const activeReplies = new ActiveReplies(
    new InMemoryReplyRepository(new ChatStore()),
    new SqlReplyBus(),
    clock,
    new RecordingObserver(),
    100,
  );
  for (let number = 0; number < running; number += 1) activeReplies.add(aReply({ id: `r${number}` }));
  const stored: string[][] = [];
  let open: string[] = [];
  const run: UnitOfWork['run'] = async (inside) => {
    open = [];
    const result = await inside();
    stored.push(open);
    return result;
  };
  const work: UnitOfWork = { run, runShared: run };
  const ends = new CommitBatcher(work, activeReplies, clock);
  const end = (name: string) =>
    ends.run(async () => {
      if (name === 'bad') throw new Error('no room');
      open.push(name);
    });
  return { clock, end, stored };
};

test('a reply that runs among few is stored at once', async () => {
  const { end, stored } = aDesk(3);
  await end('a');
  await end('b');
  expect(stored).toEqual([['a'], ['b']]);
});

test('where many run, ends that come together share a transaction, and it stays small', async () => {
  const { clock, end, stored } = aDesk(40);
  const names = Array.from({ length: 6 }, (_, index) => `e${index}`);
  const all = Promise.all(names.map(end));
  expect(stored).toEqual([]);
  await clock.advance(40);
  await until(() => stored.length === 1);
  await clock.advance(40);
  await all;
  expect(stored).toEqual([names.slice(0, 4), names.slice(4)]);
});

test('an end that cannot be stored keeps no other from it', async () => {
  const { clock, end, stored } = aDesk(40);
  const all = Promise.allSettled(['a', 'bad', 'b'].map(end));
  await clock.advance(40);
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(stored).toEqual([['a'], ['b']]);
});
