/** Whether a parsed JSON value is an object, whose members can then be looked at one by one. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
