/**
 * Words for a message, a progress or a question. The editor makes links of `[text](command:...)` in all of these, which run what they
 * name; none of ours has one. An id, a file's name or a folder's settings could bring one along; a backslash would not help, a space does.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
