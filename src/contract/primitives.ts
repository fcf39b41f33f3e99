import { z } from 'zod';

import * as details from '../shared/reply-details.ts';
import type { Schema } from '../shared/schema.ts';
import { text } from '../shared/text.ts';
import { describeFields, type Descriptions } from './shared-fields.ts';

export { text };

export const time = z.iso.datetime();

/** A shape that the domain and the page share, with the descriptions of its fields by path. */
export const fromShared = <T>({ is, json }: Schema<T>, descriptions: Descriptions = {}) =>
  z.custom<T>(is).meta(describeFields(json, descriptions));

/* What a client may send of these: the same shapes with limits. */
export const source = z.object({
  id: z.string().max(64),
  title: text(500),
  url: text(2048),
  snippet: text(2000),
});
export const image = z.object({
  url: text(2048),
  alt: text(500),
  caption: text(500),
  source: text(2048),
});
export const relatedQuestion = z.object({
  id: z.string().max(64),
  text: text(500),
  category: z.enum(details.QUESTION_CATEGORIES),
});
