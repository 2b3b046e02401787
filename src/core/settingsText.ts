/** What is read of the text of a settings file. Heavy: load through `import()`. */
import { parse } from 'jsonc-parser';

/** The environment's name in a settings file of the editor, in either of the forms that the editor reads; undefined where it names none. */
export function environmentNameIn(text: string): string | undefined {
  const settings: unknown = parse(text);
  const value = memberOf(settings, 'catalogSearch.environment') ?? memberOf(memberOf(settings, 'catalogSearch'), 'environment');
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
