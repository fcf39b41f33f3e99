// `npm run bench [-- name… --full --no-build --prof]`: builds the server, measures, prints tables with their targets.
import { buildServer } from './support/build.ts';
import { admin } from './parts/admin.ts';
import { agents } from './parts/agents.ts';
import { answers } from './parts/answers.ts';
import { citations } from './parts/citations.ts';
import { followers } from './parts/followers.ts';
import { growth } from './parts/growth.ts';
import { limits } from './parts/limits.ts';
import { lists } from './parts/lists.ts';
import { modelAccess } from './parts/model-access.ts';
import { page } from './parts/page.ts';
import { relay } from './parts/relay.ts';
import { retrieval } from './parts/retrieval.ts';
import { start } from './parts/start.ts';
import { store } from './parts/store.ts';
import { report, type Table } from './support/report.ts';

const PARTS: Readonly<Record<string, () => Promise<Table[]>>> = {
  start,
  limits,
  relay,
  growth,
  followers,
  agents,
  answers,
  citations,
  store,
  retrieval,
  page,
  lists,
  'model-access': modelAccess,
  admin,
};

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = named.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
if (!flags.includes('--no-build')) buildServer();
for (const name of named.length > 0 ? named : Object.keys(PARTS)) {
  const startedAt = Date.now();
  report(name, (await PARTS[name]?.()) ?? []);
  console.log(`(${name}: ${((Date.now() - startedAt) / 1000).toFixed(0)} s)\n`);
}
