/** Layers of map tiles that a person names in the settings. Nothing is asked of a host that is not named there. */
export interface TileLayer {
  readonly name: string;
  /** `https`, with {z}, {x} and {y} (or {-y}), and no other placeholder. */
  readonly url: string;
  readonly attribution: string;
  /** Host and port, as a content policy names them. */
  readonly host: string;
}

const MAX_LAYERS = 20;
const MAX_TEXT = 2000;

/** The usable entries of the setting, as the person wrote it; what cannot be used is left out. */
export function readTileLayerList(value: unknown): readonly TileLayer[] {
  return Array.isArray(value) ? value.slice(0, MAX_LAYERS).flatMap((entry) => tileLayer(entry) ?? []) : [];
}

function tileLayer(entry: unknown): TileLayer | undefined {
  if (typeof entry !== 'object' || entry === null) {
    return undefined;
  }
  const { name, url, attribution } = entry as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name.trim() === '' || typeof url !== 'string' || url.length > MAX_TEXT || !/\{z\}/u.test(url) || !/\{x\}/u.test(url) || !/\{-?y\}/u.test(url)) {
    return undefined;
  }
  const plain = url.replaceAll(/\{(?:z|x|-?y)\}/gu, '0');
  if (/[{}]/u.test(plain) || !URL.canParse(plain)) {
    return undefined;
  }
  const { protocol, host, username, password, origin } = new URL(plain);
  // The host has to be in front of every placeholder: otherwise the policy would open more than what is shown.
  if (protocol !== 'https:' || username !== '' || password !== '' || !/^[\w.-]+(?::\d+)?$/u.test(host) || !url.toLowerCase().startsWith(`${origin}/`)) {
    return undefined;
  }
  return { name: name.trim().slice(0, 100), url, attribution: typeof attribution === 'string' ? attribution.slice(0, 500) : '', host };
}
