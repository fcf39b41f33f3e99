// The walls of docs/architecture.md as rules. test/walls plants one violation per rule and expects it to be caught.
const only = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { pathNot: to } });
const never = (name, from, to) => ({ name, severity: 'error', from, to });
const vendor = (packages, home) =>
  never(
    `${home.replace('/', '-')}-owns-its-sdk`,
    { path: '^(src|web)', pathNot: `^src/${home}` },
    { path: `node_modules/(${packages})/` },
  );

const ON_DEMAND = [
  '@simplewebauthn/server',
  'mysql2',
  'jose',
  'openid-client',
  'undici',
  'sharp',
  'nodemailer',
  'libphonenumber-js',
  'ioredis',
  'koa-body',
  'file-type',
  'disposable-email-domains-js',
  '@qdrant/[^/]+',
  '@aws-sdk/[^/]+',
  '@modelcontextprotocol/[^/]+',
];

module.exports = {
  forbidden: [
    only('domain-is-pure', '^src/domain', '^src/(domain|shared)'),
    // What a step did stays done: code that lives on would change what it does on the next new database.
    only('migrations-are-frozen', '^migrations', '^migrations|node_modules/knex/|^crypto$'),
    only('shared-is-portable', '^src/shared', '^src/shared|node_modules/zod/'),
    only('contract-is-portable', '^src/contract', '^src/(contract|shared)|node_modules/zod/'),
    never(
      'modules-meet-at-ports',
      { path: '^src/domain/([^/]+)/' },
      {
        path: '^src/domain/([^/]+)/(?!ports|errors|[a-z-]+/ports|[a-z-]+/errors)',
        pathNot: '^src/(domain/($1|kernel)|shared)/',
      },
    ),
    never(
      'adapters-are-strangers',
      { path: '^src/adapters/([^/]+)/' },
      { path: '^src/adapters/', pathNot: '^src/adapters/$1/' },
    ),
    never(
      'adapters-know-no-container',
      { path: '^src/(adapters|domain|contract)' },
      { path: '^src/(container|process|main|admin|server-thread)' },
    ),
    never(
      'platform-stands-below',
      { path: '^src/platform' },
      { path: '^src/(adapters|container|process|main|admin|server-thread)' },
    ),
    never(
      'platform-meets-the-domain-at-ports',
      { path: '^src/platform' },
      { path: '^src/domain/', pathNot: '^src/domain/(kernel|[a-z/-]+/ports|[a-z/-]+/errors)' },
    ),
    never('web-sees-the-contract', { path: '^web' }, { path: '^(src|migrations)', pathNot: '^src/(contract|shared)' }),
    never('server-knows-no-web', { path: '^src' }, { path: '^web' }),
    never(
      'features-are-strangers',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/(features|app|screens|session)', pathNot: '^web/features/$1/' },
    ),
    never('ui-knows-no-product', { path: '^web/(ui|lib)' }, { path: '^web/(features|app|screens|session)' }),
    vendor('inversify|@inversifyjs', 'container'),
    vendor('koa|@koa/[^/]+|koa-body|koa-helmet|helmet|@modelcontextprotocol/server', 'adapters/http'),
    vendor('knex|objection|mysql2|@photostructure/[^/]+|sqlite-vec', 'adapters/sql'),
    vendor('@qdrant/[^/]+', 'adapters/vectors'),
    vendor('openai', 'adapters/llm'),
    vendor('@opentelemetry/[^/]+', 'adapters/telemetry'),
    never(
      'undici-stays-at-the-edge',
      {
        path: '^(src|web)',
        pathNot: '^src/(adapters/(llm|web-pages|embeddings|search|tools)|platform/(guarded-connect|outbound-proxies))',
      },
      { path: 'node_modules/undici/' },
    ),
    vendor('@mozilla/readability', 'adapters/web-pages'),
    never(
      'linkedom-stays-at-the-edge',
      { path: '^(src|web)', pathNot: '^src/adapters/(web-pages|documents)/' },
      { path: 'node_modules/linkedom/' },
    ),
    vendor('ioredis', 'adapters/reply-bus'),
    vendor('mammoth|yauzl|fflate|read-excel-file|file-type|postal-mime', 'adapters/documents'),
    // The page draws PDFs by itself: its content policy shuts the browser's own viewer out.
    never(
      'unpdf-stays-with-documents',
      { path: '^(src|web)', pathNot: '^(src/adapters/documents|web/features/files)/' },
      { path: 'node_modules/unpdf/' },
    ),
    never(
      'adapters-blobs-owns-its-sdk',
      { path: '^(src|web)', pathNot: '^src/adapters/(blobs|backup)/' },
      { path: 'node_modules/@aws-sdk/[^/]+/' },
    ),
    vendor('quickjs-emscripten|pyodide', 'adapters/code'),
    vendor('onnxruntime-node|onnxruntime-common|@huggingface/[^/]+', 'adapters/embeddings'),
    vendor('tesseract.js-core|@tesseract.js-data/[^/]+', 'adapters/ocr'),
    vendor('@modelcontextprotocol/client', 'adapters/tools'),
    vendor('sharp', 'adapters/images'),
    vendor('stripe', 'adapters/payments'),
    vendor('nodemailer', 'adapters/mail'),
    vendor('jose', 'adapters/identity'),
    vendor('@simplewebauthn/server', 'adapters/webauthn'),
    vendor('libphonenumber-js', 'adapters/sms'),
    vendor('pino|prom-client|@node-rs/argon2', 'adapters/system'),
    // What few installations or moments need would cost each start time and memory.
    never(
      'rare-packages-load-on-demand',
      { path: '^src', pathNot: '-(worker|process)\\.ts$' },
      {
        path: `node_modules/(${ON_DEMAND.join('|')})/`,
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'citation-checker-loads-on-demand',
      { path: '^src', pathNot: '^src/domain/citations/(?!post-process-on-demand)' },
      {
        path: '^src/domain/citations/',
        pathNot: 'post-process-on-demand',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    // The image is pruned of them; their types are used while building.
    never(
      'server-needs-no-dev-dependency',
      { path: '^src' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    never('no-circles', {}, { circular: true }),
  ],
  options: {
    tsPreCompilationDeps: true, // type-only imports count too
    doNotFollow: { path: 'node_modules' },
    // Without exportsFields, ESM-only packages are not resolved and their rule silently never fires.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
