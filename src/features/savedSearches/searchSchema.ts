import { errorsOf } from 'validators:search-file';

/** The members of a search file's value that the editor's JSON schema finds fault with: `title`, `query.bbox`. */
export function seenBySchema(value: unknown): ReadonlySet<string> {
  return new Set(errorsOf('search-file', value, 'all').map(({ instancePath, params }) => {
    const named = params['additionalProperty'] ?? params['missingProperty'];
    const path = instancePath.split('/').slice(1);
    return [...path, ...(typeof named === 'string' ? [named] : [])].slice(0, 2).join('.');
  }));
}
