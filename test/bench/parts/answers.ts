import { FileContextProvider } from '../../../src/domain/chat/replies/ports.ts';
import { findMarks } from '../../../src/domain/citations/markdown/citation-marks.ts';
import { FindPassages } from '../../../src/domain/retrieval/find-passages.ts';
import { startParley } from '../../../src/process/start.ts';
import { newAdmin } from '../../product/admin.ts';
import type { Caller } from '../../product/client.ts';
import { type Kind, DOCUMENTS, holds, type Question, QUESTIONS } from '../support/answers-set.ts';
import type { Row, Table } from '../support/report.ts';
import { inFolder, serverEnv } from '../support/targets.ts';

const { signal } = new AbortController();
const TOP = 5;
const MAX_RANK = 50;
/** The demo model takes its time over an answer. */
const AT_ONCE = 8;

interface SetUp {
  readonly title: string;
  readonly env: Readonly<Record<string, string>>;
  /** The files that are attached to a question. */
  readonly attached: (question: Question) => readonly string[];
  readonly questions: readonly Question[];
  readonly targets: Partial<Record<Kind, number>>;
}

const ALL_NAMES = DOCUMENTS.map(({ name }) => name);

/** `SENTENCE_MODEL=FOLDER npm run bench -- answers`: the repository has no weights. */
const LOCAL_MODELS = Object.fromEntries(
  ['SENTENCE_MODEL', 'RERANKER_MODEL', 'SENTENCE_MODEL_THREADS'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

const SET_UPS: readonly SetUp[] = [
  {
    title: 'Answers: whole text (only the files that the question is about)',
    env: {},
    attached: ({ documents }) => documents,
    questions: QUESTIONS.filter(({ documents }) => documents.length > 0),
    targets: { 'own words': 1, 'other words': 1, 'follow-up': 1, 'across files': 1 },
  },
  {
    title: 'Answers: default (all 15 files attached)',
    env: {},
    attached: () => ALL_NAMES,
    questions: QUESTIONS,
    targets: { 'own words': 1, 'other words': 0.65 },
  },
  ...(LOCAL_MODELS['SENTENCE_MODEL'] === undefined
    ? []
    : [
        {
          title: `Answers: ${Object.values(LOCAL_MODELS).join(', ')} (all 15 files attached)`,
          env: LOCAL_MODELS,
          attached: () => ALL_NAMES,
          questions: QUESTIONS,
          targets: { 'own words': 1, 'other words': 0.85 },
        },
      ]),
];

interface Result {
  readonly question: Question;
  /** Of the sentences that answer. */
  readonly given: number;
  readonly top: number;
  /** 1 / the place of the first passage that answers. */
  readonly reciprocalRank: number;
  readonly tokens: number;
  readonly cites: boolean;
}

const upload = async (admin: Caller, { name, bytes }: (typeof DOCUMENTS)[number]): Promise<string> => {
  const form = new FormData();
  form.append('enableEmbedding', 'true');
  form.append('file', new Blob([bytes]), name);
  const response = await fetch(`${admin.url}/api/files/upload`, { method: 'POST', headers: admin.headers, body: form });
  const { file, error } = (await response.json()) as { file?: { id: string }; error?: string };
  if (!file) throw new Error(`${name}: ${error ?? response.status}`);
  return file.id;
};

/** As long as it takes: a model of meaning needs minutes for all documents. */
const whenTrue = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 200));
};

/** A product of its own with all documents, ready to be asked. */
const withDocuments = async <T>(
  env: SetUp['env'],
  work: (
    product: Awaited<ReturnType<typeof startParley>>,
    admin: Caller,
    ids: ReadonlyMap<string, string>,
  ) => Promise<T>,
): Promise<T> =>
  inFolder(async (folder) => {
    const databaseUrl = `sqlite:${folder}/answers.db`;
    const running = await startParley({ ...serverEnv(databaseUrl, folder), LLM: 'demo', LOG_LEVEL: 'silent', ...env });
    try {
      const admin = await newAdmin({ url: running.url, database: running.context.database });
      await allowAllFiles(admin);
      if (env['SENTENCE_MODEL'] !== undefined)
        await whenTrue(async () => (await admin.get('/api/admin/sentence-model')).json.phase === 'ready');
      const ids = new Map<string, string>();
      for (const document of DOCUMENTS) ids.set(document.name, await upload(admin, document));
      await whenTrue(async () => {
        const { files } = (await admin.get('/api/files?limit=50')).json as { files: { embeddingStatus: string }[] };
        return files.every(({ embeddingStatus }) => embeddingStatus === 'completed');
      });
      return await work(running, admin, ids);
    } finally {
      await running.stop();
    }
  });

const allowAllFiles = async (admin: Caller): Promise<void> => {
  const { tiers } = (await admin.get('/api/admin/storage-limits')).json as { tiers: object };
  await admin.send('PUT', '/api/admin/storage-limits', {
    tiers,
    maxFilesPerMessage: DOCUMENTS.length,
    reason: 'bench',
  });
};

const share = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.length === 0 ? 0 : all.reduce((sum, one) => sum + of(one), 0) / all.length;

const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, batch) => all.slice(batch * size, (batch + 1) * size));

const runSetUp = (setUp: SetUp): Promise<Table> =>
  withDocuments(setUp.env, async ({ container }, admin, ids) => {
    const ownerId = ((await admin.get('/api/auth/me')).json as { user: { uid: string } }).user.uid;
    const measureOne = async (question: Question): Promise<Result> => {
      const fileIds = setUp.attached(question).flatMap((name) => ids.get(name) ?? []);
      const isTable = question.documents.some((name) => name.endsWith('.csv'));
      const part = (among: readonly string[]) =>
        share(question.answer, (sentence) => Number(holds(among, sentence, isTable)));
      const previous = question.after.toReversed();
      const query = {
        replyId: question.id,
        text: question.question,
        fileIds,
        earlier: [],
        previous,
        lastAnswer: '',
        requester: { kind: 'user', uid: ownerId, tier: 'premium', isAdmin: false, verified: true } as const,
      };
      const context = await container.get(FileContextProvider).load(ownerId, query, signal);
      const texts = (context?.evidence ?? []).map(({ text }) => text);
      const wanted = { text: question.question, previous, limit: MAX_RANK };
      const { considered } = await container.get(FindPassages).execute({ ownerId, fileIds }, wanted, signal);
      const ranked = considered.map(({ chunk }) => chunk.text);
      const first = ranked.findIndex((text) => part([text]) > 0);
      const { text: reply } = await (await admin.ask(question.question, { fileIds })).whole();
      const cited = findMarks(reply).flatMap(({ source }) => texts[source - 1] ?? []);
      return {
        question,
        given: part(texts),
        top: part(ranked.slice(0, TOP)),
        reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
        tokens: context?.tokens ?? 0,
        cites: part(cited) > 0,
      };
    };
    const results: Result[] = [];
    for (const some of inBatches(setUp.questions, AT_ONCE)) results.push(...(await Promise.all(some.map(measureOne))));
    return { title: setUp.title, rows: rowsOf(setUp, results) };
  });

const rowsOf = ({ targets }: SetUp, results: readonly Result[]): Row[] => {
  const answerable = results.filter(({ question }) => question.answer.length > 0);
  const kinds = [...new Set(answerable.map(({ question }) => question.kind))];
  const row = (what: string, measured: number, more: Partial<Row> = {}): Row => ({
    what,
    measured,
    unit: '',
    digits: 3,
    ...more,
  });
  return [
    ...kinds.map((kind) => {
      const some = answerable.filter(({ question }) => question.kind === kind);
      const target = targets[kind];
      const note = `${some.length} questions; recall@${TOP} ${share(some, ({ top }) => top).toFixed(3)}`;
      return row(
        `recall@budget, ${kind}`,
        share(some, ({ given }) => given),
        {
          note,
          ...(target === undefined ? {} : { target, atLeast: true }),
        },
      );
    }),
    row(
      `recall@${TOP}`,
      share(answerable, ({ top }) => top),
    ),
    row(
      'MRR',
      share(answerable, ({ reciprocalRank }) => reciprocalRank),
    ),
    row(
      'answers of the demo model that cite the right passage',
      share(answerable, ({ cites }) => Number(cites)),
    ),
    row(
      'tokens of file text a question',
      share(results, ({ tokens }) => tokens),
      { digits: 0 },
    ),
  ];
};

/** Whether what answers a question reaches the model, and whether the answer cites it. */
export const answers = async (): Promise<Table[]> => {
  const tables: Table[] = [];
  for (const setUp of SET_UPS) tables.push(await runSetUp(setUp));
  return tables;
};
