/** Made at build time by `land.mjs`. */
declare module 'land:data' {
  /** 1:110 million, packed. */
  export const land110: string;
  /** 1:50 million, packed. */
  export const land50: string;
}
