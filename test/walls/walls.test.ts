import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/**
 * One planted violation per rule: the file, and what it imports. `also` are files that must exist for it to resolve.
 */
const PLANTED: Record<string, { file: string; imports: string; atRuntime?: true; also?: Record<string, string> }> = {
  'domain-is-pure': { file: 'src/domain/chat/a.ts', imports: 'zod' },
  'migrations-are-frozen': { file: 'migrations/0001-a.ts', imports: '../src/adapters/sql/b.ts' },
  'contract-is-portable': { file: 'src/contract/a.ts', imports: '../domain/kernel/b.ts' },
  'shared-is-portable': { file: 'src/shared/a.ts', imports: '../contract/b.ts' },
  'modules-meet-at-ports': { file: 'src/domain/trial/a.ts', imports: '../chat/inner.ts' },
  'adapters-are-strangers': { file: 'src/adapters/http/a.ts', imports: '../sql/b.ts' },
  'adapters-know-no-container': { file: 'src/adapters/http/c.ts', imports: '../../container/b.ts' },
  'platform-stands-below': { file: 'src/platform/a.ts', imports: '../container/b.ts' },
  'platform-meets-the-domain-at-ports': { file: 'src/platform/b.ts', imports: '../domain/chat/inner.ts' },
  'web-sees-the-contract': { file: 'web/features/chat/a.ts', imports: '../../../src/domain/kernel/b.ts' },
  'server-knows-no-web': { file: 'src/adapters/http/d.ts', imports: '../../../web/lib/b.ts' },
  'features-are-strangers': { file: 'web/features/trial/a.ts', imports: '../chat/b.ts' },
  'ui-knows-no-product': { file: 'web/ui/a.ts', imports: '../features/chat/b.ts' },
  'container-owns-its-sdk': { file: 'src/adapters/http/e.ts', imports: 'inversify' },
  'adapters-http-owns-its-sdk': { file: 'src/adapters/sql/a.ts', imports: 'koa' },
  'adapters-sql-owns-its-sdk': { file: 'src/adapters/http/f.ts', imports: 'knex' },
  'adapters-llm-owns-its-sdk': { file: 'src/adapters/http/g.ts', imports: 'openai' },
  'adapters-vectors-owns-its-sdk': { file: 'src/adapters/http/v.ts', imports: '@qdrant/js-client-rest' },
  'undici-stays-at-the-edge': { file: 'src/adapters/http/p.ts', imports: 'undici' },
  'adapters-web-pages-owns-its-sdk': { file: 'src/adapters/http/m.ts', imports: '@mozilla/readability' },
  'linkedom-stays-at-the-edge': { file: 'src/adapters/http/q.ts', imports: 'linkedom' },
  'adapters-documents-owns-its-sdk': { file: 'src/adapters/http/r.ts', imports: 'yauzl' },
  'unpdf-stays-with-documents': { file: 'src/adapters/http/u.ts', imports: 'unpdf' },
  'adapters-blobs-owns-its-sdk': { file: 'src/adapters/http/s.ts', imports: '@aws-sdk/client-s3' },
  'adapters-code-owns-its-sdk': { file: 'src/adapters/http/n.ts', imports: 'quickjs-emscripten' },
  'adapters-embeddings-owns-its-sdk': { file: 'src/adapters/http/embedding.ts', imports: 'onnxruntime-node' },
  'adapters-ocr-owns-its-sdk': {
    file: 'src/adapters/http/ocr.ts',
    imports: 'tesseract.js-core/tesseract-core-simd-lstm.js',
  },
  'adapters-tools-owns-its-sdk': { file: 'src/adapters/http/tool.ts', imports: '@modelcontextprotocol/client' },
  'adapters-images-owns-its-sdk': { file: 'src/adapters/http/o.ts', imports: 'sharp' },
  'adapters-payments-owns-its-sdk': { file: 'src/adapters/http/i.ts', imports: 'stripe' },
  'adapters-mail-owns-its-sdk': { file: 'src/adapters/http/j.ts', imports: 'nodemailer' },
  'adapters-identity-owns-its-sdk': { file: 'src/adapters/http/k.ts', imports: 'jose' },
  'adapters-webauthn-owns-its-sdk': { file: 'src/adapters/http/wa.ts', imports: '@simplewebauthn/server' },
  'adapters-sms-owns-its-sdk': { file: 'src/adapters/http/l.ts', imports: 'libphonenumber-js' },
  'adapters-system-owns-its-sdk': { file: 'src/adapters/http/h.ts', imports: 'pino' },
  'adapters-reply-bus-owns-its-sdk': { file: 'src/adapters/http/rb.ts', imports: 'ioredis' },
  'adapters-telemetry-owns-its-sdk': { file: 'src/adapters/http/ot.ts', imports: '@opentelemetry/api' },
  'rare-packages-load-on-demand': { file: 'src/adapters/sql/my.ts', imports: 'mysql2', atRuntime: true },
  'citation-checker-loads-on-demand': {
    file: 'src/container/ci.ts',
    imports: '../domain/citations/check.ts',
    atRuntime: true,
  },
  'server-needs-no-dev-dependency': { file: 'src/adapters/llm/w.ts', imports: 'openai', atRuntime: true },
  'no-circles': { file: 'web/lib/c.ts', imports: './d.ts', also: { 'web/lib/d.ts': "import './c.ts';" } },
};

const BYSTANDERS = [
  'src/contract/b.ts',
  'src/domain/kernel/b.ts',
  'src/domain/chat/inner.ts',
  'src/domain/citations/check.ts',
  'src/adapters/sql/b.ts',
  'src/container/b.ts',
  'web/lib/b.ts',
  'web/features/chat/b.ts',
];

let caught: Set<string>;

beforeAll(() => {
  const tree = mkdtempSync(join(tmpdir(), 'parley-walls-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  };
  for (const file of BYSTANDERS) write(file, 'export const b = 1;\n');
  for (const { file, imports, atRuntime, also } of Object.values(PLANTED)) {
    write(file, `import ${atRuntime ? '' : 'type '}* as other from '${imports}';\nexport type Other = typeof other;\n`);
    for (const [name, text] of Object.entries(also ?? {})) write(name, text);
  }
  for (const name of ['.dependency-cruiser.cjs', 'package.json']) copyFileSync(join(root, name), join(tree, name));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const cli = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const run = spawnSync(
    process.execPath,
    [cli, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'web', 'migrations'],
    {
      cwd: tree,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  rmSync(tree, { recursive: true, force: true });
  const report = JSON.parse(run.stdout) as { summary: { violations: { rule: { name: string }; from: string }[] } };
  caught = new Set(report.summary.violations.map(({ rule, from }) => `${rule.name} ${from}`));
}, 60_000);

describe('the walls between the folders', () => {
  test.each(Object.entries(PLANTED))('%s is enforced', (rule, { file }) => {
    expect([...caught]).toContain(`${rule} ${file}`);
  });
});

test('every rule that stands in the configuration has a planted violation here', async () => {
  const { default: config } = (await import('../../.dependency-cruiser.cjs' as string)) as {
    default: { forbidden: { name: string }[] };
  };
  expect(Object.keys(PLANTED).sort()).toEqual(config.forbidden.map(({ name }) => name).sort());
});
