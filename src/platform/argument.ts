/**
 * The one argument of a command, alone or as the member of an object: keybindings read better with `{ "upTo": 300 }`, programs with `300`.
 * @param name the member's
 */
export function argumentOf(given: unknown, name: string): unknown {
  return typeof given === 'object' && given !== null && Object.hasOwn(given, name) ? (given as Readonly<Record<string, unknown>>)[name] : given;
}
