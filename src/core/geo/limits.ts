/** What is still taken for a geometry: the same wherever one is read, drawn, searched by or exported. */

/** Geometry collections inside each other, at most. RFC 7946 (section 3.1.8) advises against any. */
export const MAX_NESTED = 128;
/** Degrees; three turns. Farther out a number is no longitude but a distance in metres or worse. */
export const MAX_LONGITUDE = 1080;
