import type { tempOverride } from '../../../src/contract/override.ts';
import type { Answer, Body } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';

const setOverride = endpoint<typeof tempOverride>('post', '/api/admin/temp-subscription-override');

/** An admin acts as another tier for a day. */
export const overrideApi = api.injectEndpoints({
  endpoints: (build) => ({
    setOverride: build.mutation<Answer<typeof tempOverride>, Body<typeof tempOverride>>({
      query: (body) => setOverride({ body }),
    }),
  }),
});
