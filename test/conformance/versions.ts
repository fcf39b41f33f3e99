import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';

import { createConnection } from 'mysql2/promise';
import { z } from 'zod';

import type { Env } from '../../src/platform/provider-registry.ts';

/** What a service says of its version; undefined where it says nothing. */
export type AskVersion = (env: Env) => Promise<string | undefined>;

const packageJson = z.object({ version: z.string() });
const TIMEOUT_MS = 5000;

const ask = (url: string): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The text at a place of the JSON of an address, as `info.version`. */
const fromJson =
  (variable: string, path: string, place: string): AskVersion =>
  async (env) => {
    const answer: unknown = await (await ask(new URL(path, env[variable]).href)).json();
    const found = place.split('.').reduce(fieldOf, answer);
    return typeof found === 'string' ? found : undefined;
  };

/** What the server names itself in its answers. */
const fromHeader =
  (variable: string, header: string): AskVersion =>
  async (env) =>
    (await ask(env[variable] ?? '')).headers.get(header) ?? undefined;

/** What comes over a connection and has this form, after `question`. */
const askLine = (
  at: { readonly hostname: string; readonly port: number },
  question: string,
  form: RegExp,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(at.port, at.hostname, () => socket.write(question));
    let said = '';
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (data: Buffer) => {
      said += data.toString();
      if (!form.test(said)) return;
      resolve(form.exec(said)?.[0]);
      socket.destroy();
    });
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(undefined));
  });

/** The first line that a mail server says. */
const smtpBanner: AskVersion = async ({ SMTP_URL = '' }) => {
  const { hostname, port } = new URL(SMTP_URL);
  const said = await askLine({ hostname, port: Number(port || 25) }, '', /^220[ -].+(?=\r\n)/);
  return said?.slice(4);
};

const mysqlVersion: AskVersion = async ({ DATABASE_URL = '' }) => {
  const connection = await createConnection({ uri: DATABASE_URL });
  const [rows] = await connection.query('SELECT VERSION() AS version');
  await connection.end();
  const [row]: unknown[] = Array.isArray(rows) ? rows : [];
  const version = fieldOf(row, 'version');
  return typeof version === 'string' ? version : undefined;
};

/** Redis answers a line that stands alone. */
const redisVersion: AskVersion = async ({ REDIS_URL = '' }) => {
  const { hostname, port } = new URL(REDIS_URL);
  const said = await askLine({ hostname, port: Number(port || 6379) }, 'INFO server\r\n', /redis_version:\S+/);
  return said?.replace('redis_version:', '');
};

/** What programs say when they are asked with these arguments. */
const fromPrograms =
  (variable: string, ...args: string[]): AskVersion =>
  async (env) => {
    const programs = (env[variable] ?? '').split(delimiter);
    const said = await Promise.all(programs.map((program) => promisify(execFile)(program, args)));
    return said.map(({ stdout }) => stdout.trim()).join(', ');
  };

/** By the id of the entry. */
export const VERSIONS: Readonly<Record<string, AskVersion>> = {
  'database:mysql': mysqlVersion,
  'mail:smtp': smtpBanner,
  'blobs:s3': fromHeader('S3_ENDPOINT', 'server'),
  'reply-bus:redis': redisVersion,
  'vectors:qdrant': fromJson('QDRANT_URL', '/', 'version'),
  'search:searxng': fromJson('SEARXNG_URL', '/config', 'version'),
  'models:ollama': fromJson('OLLAMA_BASE_URL', '/api/version', 'version'),
  'models:openai-compatible': fromJson('OPENAI_COMPATIBLE_BASE_URL', '/openapi.json', 'info.version'),
  'client:openai-javascript': async () =>
    packageJson.parse(JSON.parse(readFileSync('node_modules/openai/package.json', 'utf8'))).version,
  'client:openai-python': fromPrograms('PYTHON', '-c', 'import openai; print(openai.__version__)'),
  'browser:firefox': fromPrograms('FIREFOX', '--version'),
  'browser:webkit': fromPrograms('WEBKIT', '--version'),
  'runtime:node': fromPrograms('NODE', '--version'),
  'payments:stripe': fromHeader('STRIPE_API_BASE', 'stripe-mock-version'),
};
