/** Made at build time by `build/land.mjs`. */
declare module 'land:110m' {
  /** 1:110 million, packed. */
  export const land: string;
}
declare module 'land:50m' {
  /** 1:50 million, packed. */
  export const land: string;
}
