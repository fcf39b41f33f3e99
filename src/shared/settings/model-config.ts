import { z } from 'zod';

import { text } from '../text.ts';
import { byTier, limit, modelId } from './fields.ts';

const visibleModel = z.strictObject({
  id: modelId,
  displayName: text(200),
  isPrimary: z.boolean(),
  /** Messages per day; ignored when `unlimited`. */
  messageLimit: limit,
  unlimited: z.boolean(),
});

const storedModel = visibleModel.extend({
  /** Added automatically as primary model and removed when it no longer is (docs/adr/0032). Not visible to admins. */
  addedAsPrimary: z.literal(true).optional(),
});

const tiersOf = <M extends z.ZodType<{ readonly id: string; readonly isPrimary: boolean }>>(model: M) => {
  const models = z
    .array(model)
    .min(1, 'A tier needs at least one model')
    .max(200)
    .superRefine((list, context) => {
      const ids = list.map(({ id }) => id);
      const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
      if (twice >= 0)
        context.addIssue({ code: 'custom', path: [twice, 'id'], message: 'Model already exists in this tier' });
      const primaries = list.filter(({ isPrimary }) => isPrimary).length;
      if (primaries !== 1) context.addIssue({ code: 'custom', message: 'A tier needs exactly one primary model' });
    })
    .readonly();
  return z.strictObject({ tiers: byTier(z.strictObject({ models })) });
};

export const modelConfig = tiersOf(storedModel);
/** Without internal fields. */
export const visibleModelConfig = tiersOf(visibleModel);

export type TierModel = z.output<typeof storedModel>;
export type ModelConfig = z.output<typeof modelConfig>;
