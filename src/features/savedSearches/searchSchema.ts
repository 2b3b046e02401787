import { Ajv } from 'ajv';

/** Tells which members of a file's value the JSON schema finds fault with: `title`, `query.bbox`. */
export type SeenBySchema = (value: unknown) => ReadonlySet<string>;

/** @param schema the text of the schema that the editor checks the files by */
export function readSchema(schema: string): SeenBySchema {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(schema) as Readonly<Record<string, unknown>>);
  return (value) => {
    validate(value);
    return new Set((validate.errors ?? []).map(({ instancePath, params }) => {
      const named: unknown = params['additionalProperty'] ?? params['missingProperty'];
      const path = instancePath.split('/').slice(1);
      return [...path, ...(typeof named === 'string' ? [named] : [])].slice(0, 2).join('.');
    }));
  };
}
