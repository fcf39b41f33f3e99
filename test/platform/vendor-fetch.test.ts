import { postForJson } from '../../src/platform/vendor-fetch.ts';
import { startWebService, type WebService } from '../vendors/web-service.ts';

describe('a POST to a vendor', () => {
  let service: WebService;
  beforeEach(async () => {
    service = await startWebService(() => ({ status: 201, json: { id: 'é' } }));
  });
  afterEach(() => service.close());

  test('has the status and the JSON of its answer', async () => {
    expect(await postForJson(service.url, 5000, { body: 'x' })).toEqual({ status: 201, json: { id: 'é' } });
    expect(service.calls).toMatchObject([{ method: 'POST', body: 'x' }]);
  });

  test('reads no answer that is larger than any of theirs', async () => {
    service.answer = () => ({ status: 400, json: 'x'.repeat(2 * 1024 * 1024) });
    expect(await postForJson(service.url, 5000, {})).toEqual({ status: 400, json: undefined });
  });
});
