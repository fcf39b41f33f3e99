import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'src/adapters/http';
/** Leaving such a loop destroys the request: its refusal may not arrive, and it has no socket any more. */
const ITERATES_REQUEST =
  /(?:\bof|readLimited\()\s*(?:\w+\.)?req(?:uest)?\b(?!\.iterator\(\{ destroyOnReturn: false \}\)|\.\w)/;

test('a request’s body is read by `readBytes` or a body reader, which leave the request open', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(files.filter((name) => ITERATES_REQUEST.test(readFileSync(join(FOLDER, name), 'utf8')))).toEqual([]);
  for (const loop of ['for await (const chunk of ctx.req) {', 'readLimited(ctx.req, 1)', 'for (const a of request)'])
    expect(ITERATES_REQUEST.test(loop)).toBe(true);
});
