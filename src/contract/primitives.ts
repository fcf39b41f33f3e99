import { z } from 'zod';

import type { Schema } from '../shared/schema.ts';
import { text } from '../shared/text.ts';
import { describeFields, type Descriptions } from './shared-fields.ts';

export { image, relatedQuestion, source } from '../shared/brought-details.ts';
export { text };

export const time = z.iso.datetime();

/** A shape that the domain and the page share, with the descriptions of its fields by path. */
export const fromShared = <T>({ is, json }: Schema<T>, descriptions: Descriptions = {}) =>
  z.custom<T>(is).meta(describeFields(json, descriptions));
