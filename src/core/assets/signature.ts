/** Signed addresses: whoever holds one may fetch the file until it expires, so that none is kept. */

/** Parameters that carry the right to fetch: AWS (also its older form), Google, Azure, CloudFront, Alibaba. An ampersand in JSON may be written as an escape. */
const SIGNATURES = /((?:[?&]|\\u0026)(?:X-Amz-(?:Signature|Credential|Security-Token)|X-Goog-(?:Signature|Credential)|AWSAccessKeyId|OSSAccessKeyId|GoogleAccessId|Signature|Key-Pair-Id|Policy|sig|security-token|token|access_token)=)[^"&\\\s]*/giu;

/** The JSON text of an item with the signatures of its addresses taken out; all else stays as it was. */
export function withoutSignatures(text: string): string {
  return text.replace(SIGNATURES, '$1removed');
}
