/** What must be in no package: private keys, tokens, keys of clouds and registries, passwords in addresses. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/u,
  'JSON Web Token': /eyJ[\w-]{8,}\.eyJ[\w-]{8,}/u,
  'password in an address': /\b[a-z][\w+.-]{1,20}:\/\/[^\s/@:"'`${}<>]{1,100}:[^\s/@"'`${}<>]{1,100}@[\w.-]/u,
  'key of a cloud': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{35}\b/u,
  'token of a registry': /\b(?:ghp|gho|ghs|npm|glpat|xox[abp])[_-][\w-]{20,}/u,
  'client secret': /client_?secret["']?\s*[:=]\s*["'][^"'$]{8,}["']/iu,
  'file of variables': /^[A-Z_]*(?:SECRET|TOKEN|PASSWORD)[A-Z_]*=\S{8,}$/mu,
};

/** The kinds of secrets in a text. */
export function secretsIn(text: string): readonly string[] {
  return Object.entries(SECRETS).filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
}
