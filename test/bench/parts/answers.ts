import { setTimeout as pause } from 'node:timers/promises';
import { FileContextProvider } from '../../../src/domain/chat/replies/ports/files.ts';
import { findMarks } from '../../../src/domain/citations/markdown/citation-marks.ts';
import { type Collection, EmbeddingJobs, type SearchScope } from '../../../src/domain/retrieval/ports.ts';
import { FileRepository } from '../../../src/domain/files/ports/file-repository.ts';
import { FindPassages } from '../../../src/domain/retrieval/find-passages.ts';
import { startParley } from '../../../src/process/start.ts';
import { newAdmin } from '../../product/admin.ts';
import type { Caller } from '../../product/client.ts';
import { type Kind, DOCUMENTS, holds, type Question, QUESTIONS, readRewordings } from '../support/answers-set.ts';
import type { Row, Table } from '../support/report.ts';
import { type ScriptedResponse, startOpenAiServer, streamsText } from '../../vendors/openai-server.ts';
import { inFolder, serverEnv } from '../support/targets.ts';

const { signal } = new AbortController();
const TOP = 5;
const MAX_RANK = 50;
const MAX_EMBEDDING_MS = 300_000;
/** The demo model takes its time over an answer. */
const AT_ONCE = 8;

type Running = Awaited<ReturnType<typeof startParley>>;

interface SetUp {
  readonly title: string;
  readonly env: Readonly<Record<string, string>>;
  /** A model that plays the recorded rewordings stands where else the demo model answers. */
  readonly replays?: boolean;
  /** The files that are attached to a question. */
  readonly attached: (question: Question) => readonly string[];
  readonly questions: readonly Question[];
  readonly targets: Partial<Record<Kind, number>>;
}

const REWORDINGS = readRewordings();
const ALL_NAMES = DOCUMENTS.map(({ name }) => name);

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
];

/** With the model that the environment names for the bench, as an operator would: SENTENCE_MODEL=/models/… */
const SENTENCE_SET_UPS = (env: SetUp['env']): readonly SetUp[] => {
  const common = { env, attached: () => ALL_NAMES, questions: QUESTIONS };
  const targets = { 'own words': 1, 'other words': 0.85 };
  return [
    { title: 'Answers: sentence model (all 15 files attached)', ...common, targets },
    { title: 'Answers: sentence model and recorded rewordings', ...common, targets, replays: true },
  ];
};

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

/** Answers each question of the set as it was recorded, whatever else the prompt holds. */
const replayRewordings: ScriptedResponse = (wire, request) => {
  const prompt = JSON.stringify(request.body);
  const asked = QUESTIONS.find(({ question }) => prompt.includes(`Question: ${JSON.stringify(question).slice(1, -1)}`));
  return streamsText(JSON.stringify(asked ? REWORDINGS[asked.id] : {}))(wire, request);
};

/** A product of its own with all documents, ready to be asked. */
const withDocuments = async <T>(
  { env, replays }: SetUp,
  work: (product: Running, admin: Caller, ids: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> =>
  inFolder(async (folder) => {
    const databaseUrl = `sqlite:${folder}/answers.db`;
    const model = replays ? await startOpenAiServer({ models: ['replay'], reply: replayRewordings }) : undefined;
    const provider = model
      ? { OPENAI_COMPATIBLE_BASE_URL: model.url, OPENAI_COMPATIBLE_MODEL: 'replay' }
      : { LLM: 'demo' };
    const running = await startParley({ ...serverEnv(databaseUrl, folder), ...provider, LOG_LEVEL: 'silent', ...env });
    try {
      const admin = await newAdmin({ url: running.url, database: running.context.database });
      await allowAllFiles(admin);
      const ids = new Map<string, string>();
      for (const document of DOCUMENTS) ids.set(document.name, await upload(admin, document));
      await waitForVectors(running, { ownerId: admin.uid, fileIds: [...ids.values()] }, env['SENTENCE_MODEL']);
      return await work(running, admin, ids);
    } finally {
      await running.stop();
      await model?.close();
    }
  });

/** Files wait for nothing: until a sentence model has loaded they have the local vectors. */
const waitForVectors = async ({ container }: Running, scope: SearchScope, sentenceModel?: string): Promise<void> => {
  const isWanted = ({ version }: Collection) => version.startsWith('sentence/') === (sentenceModel !== undefined);
  for (const until = Date.now() + MAX_EMBEDDING_MS; Date.now() < until; await pause(100)) {
    const files = await container.get(FileRepository).findMany(scope.ownerId, scope.fileIds);
    const collections = await container.get(EmbeddingJobs).listCollections(scope);
    const isComplete = files.every(({ embeddingStatus }) => embeddingStatus === 'completed');
    if (isComplete && collections.length === 1 && collections.every(isWanted)) return;
  }
  throw new Error('the files were not embedded in time');
};

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
  withDocuments(setUp, async ({ container }, admin, ids) => {
    const ownerId = ((await admin.get('/api/auth/me')).json as { user: { uid: string } }).user.uid;
    const measureOne = async (question: Question): Promise<Result> => {
      const fileIds = setUp.attached(question).flatMap((name) => ids.get(name) ?? []);
      const isTable = question.documents.some((name) => name.endsWith('.csv'));
      const part = (among: readonly string[]) =>
        share(question.answer, (sentence) => Number(holds(among, sentence, isTable)));
      const previous = question.after.toReversed();
      const requester = { kind: 'user', uid: ownerId, tier: 'premium', isAdmin: false, verified: true } as const;
      const { id: replyId, question: text } = question;
      const query = { replyId, text, fileIds, earlier: [], previous, lastAnswer: '', requester };
      const context = await container.get(FileContextProvider).load(query, signal);
      const texts = (context?.evidence ?? []).map(({ text }) => text);
      const helper = { requester, lastAnswer: '', fileNames: setUp.attached(question) };
      const wanted = { askerId: ownerId, text, previous, limit: MAX_RANK, helper };
      const { considered } = await container.get(FindPassages).execute([{ ownerId, fileIds }], wanted, signal);
      const ranked = considered.map(({ chunk }) => chunk.text);
      const first = ranked.findIndex((text) => part([text]) > 0);
      const messages = [...question.after, text].map((content) => ({ role: 'user', content }));
      const reply = setUp.replays ? '' : (await (await admin.ask(text, { fileIds, messages })).whole()).text;
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

const rowsOf = ({ targets, replays }: SetUp, results: readonly Result[]): Row[] => {
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
    ...(replays
      ? []
      : [
          row(
            'answers of the demo model that cite the right passage',
            share(answerable, ({ cites }) => Number(cites)),
          ),
        ]),
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
  const { SENTENCE_MODEL, RERANKER_MODEL } = process.env;
  const reranker = RERANKER_MODEL === undefined ? {} : { RERANKER_MODEL };
  const named = SENTENCE_MODEL === undefined ? [] : SENTENCE_SET_UPS({ SENTENCE_MODEL, ...reranker });
  for (const setUp of [...SET_UPS, ...named]) tables.push(await runSetUp(setUp));
  return tables;
};
