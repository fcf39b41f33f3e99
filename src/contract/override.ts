import { z } from 'zod';

import { overrideType, success, time } from './common.ts';
import { route } from './route.ts';

/** `overrideType` defaults to `unlimited`. */
export const tempOverride = route({
  method: 'post',
  path: '/api/admin/temp-subscription-override',
  summary: 'Act as another tier for a day, without limits',
  access: 'admin',
  audit: ['override.start', 'override.end'],
  body: z.strictObject({ enabled: z.boolean(), overrideType: overrideType.optional() }),
  reply: success.extend({
    override: z.object({ enabled: z.boolean(), overrideType: overrideType.nullable(), expiresAt: time.nullable() }),
  }),
});
