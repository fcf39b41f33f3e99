import { SqlForwardCheckpoints } from '../../../../src/adapters/sql/operations/forward-checkpoints.ts';
import { behavesLikeForwardCheckpoints } from '../../../contracts/forward-checkpoints.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

describeEachDatabase(({ open }) => {
  behavesLikeForwardCheckpoints('SQL', async () => new SqlForwardCheckpoints(await open()));
});
