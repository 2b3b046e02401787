/**
 * Whether a text may be JSON with a member named `$schema`, at any depth and in any spelling that JSON allows. Editors fetch what it
 * names while they validate (CVE-2025-49150): from hosts of their choice, from this machine, or from a share.
 */
export function mayNameSchema(text: string): boolean {
  // Looked for first, since it is quick and almost always the end of it.
  return (text.includes('"$schema"') || text.includes('\\u00')) && START.test(text) && SCHEMA.test(text);
}

/** An object, or a comment before one, behind a byte order mark or what is left of one. */
const START = /^(?:\uFEFF|\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)?\s*[/{]/u;
/** Each character as it is, or escaped (RFC 8259, section 7). */
const SCHEMA = /"(?:\$|\\u0024)(?:s|\\u0073)(?:c|\\u0063)(?:h|\\u0068)(?:e|\\u0065)(?:m|\\u006d)(?:a|\\u0061)"/iu;
