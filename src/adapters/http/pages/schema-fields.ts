import { isRecord } from '../../../shared/schema.ts';

export interface SchemaField {
  /** Such as `chats[].id`; `{}` stands for any key. */
  readonly path: string;
  readonly description: string | undefined;
}

const VARIANTS = ['anyOf', 'oneOf', 'allOf'] as const;

/** Every field of a JSON Schema, nested ones included, each path once. */
export const fieldsOf = (schema: unknown, prefix = ''): readonly SchemaField[] => {
  if (!isRecord(schema)) return [];
  const { properties, items, additionalProperties } = schema;
  const own = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const description = isRecord(field) ? field['description'] : undefined;
    return [{ path, description: typeof description === 'string' ? description : undefined }, ...fieldsOf(field, path)];
  });
  const variants = VARIANTS.flatMap((key) => {
    const list = schema[key];
    return Array.isArray(list) ? list.flatMap((variant: unknown) => fieldsOf(variant, prefix)) : [];
  });
  const all = [
    ...own,
    ...fieldsOf(items, `${prefix}[]`),
    ...fieldsOf(additionalProperties, `${prefix}{}`),
    ...variants,
  ];
  const byPath = new Map<string, SchemaField>();
  for (const field of all) if (byPath.get(field.path)?.description === undefined) byPath.set(field.path, field);
  return [...byPath.values()];
};
