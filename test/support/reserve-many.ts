// Competes for one quota: `reserve-many.ts <database url> <times> <limit>` prints how many reservations it got.
import { Database } from '../../src/adapters/sql/database.ts';
import { SqlQuotas } from '../../src/adapters/sql/billing/quotas.ts';
import { CountingIds, FixedClock } from '../fakes/kernel.ts';

const [url = '', times = '0', limit = '0'] = process.argv.slice(2);

const main = async (): Promise<void> => {
  const db = await Database.open(url);
  const quotas = new SqlQuotas(db, new CountingIds(`of-${process.pid}`), new FixedClock());
  const all = [
    { subject: 'everybody', period: 'day', limit: -1 },
    { subject: 'places', period: 'day', limit: Number(limit) },
  ];
  process.stdout.write('ready\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const outcomes = await Promise.all(Array.from({ length: Number(times) }, () => quotas.reserve(all)));
  await db.close();
  process.stdout.write(`${outcomes.filter((outcome) => 'id' in outcome).length}\n`, () => process.exit(0));
};

void main();
