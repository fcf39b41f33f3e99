import { SqlEmailQueue } from '../../../src/adapters/sql/accounts/email-queue.ts';
import { CryptoSecretBox } from '../../../src/adapters/system/secret-box.ts';
import { aQueuedEmail, behavesLikeAnEmailQueue } from '../../contracts/email-queue.ts';
import { InMemoryEmailQueue } from '../../fakes/email-queue.ts';
import { NOON } from '../../support/builders.ts';
import { describeEachDatabase } from '../../support/databases.ts';

behavesLikeAnEmailQueue('fake', async () => new InMemoryEmailQueue());

describeEachDatabase(({ open }) => {
  behavesLikeAnEmailQueue('SQL', async () => new SqlEmailQueue(await open(), new CryptoSecretBox('secret')));

  test('links and words of people lie encrypted, and another secret opens none', async () => {
    const db = await open();
    const mail = aQueuedEmail('one', { message: { note: 'Sorry, not today' } });
    await new SqlEmailQueue(db, new CryptoSecretBox('secret')).add(mail, 9);
    expect(JSON.stringify(await db.connection('mail_queue'))).not.toMatch(/secret-of-ann|Sorry/);
    expect(await new SqlEmailQueue(db, new CryptoSecretBox('other')).listDue(NOON, 9)).toMatchObject([
      { id: 'one', to: 'ann@example.org', message: undefined },
    ]);
  });
});
