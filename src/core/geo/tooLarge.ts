/** Stands for a geometry that is too much to be read, so that it can be said. */
export const TOO_LARGE: object = Object.freeze({ type: 'too large' });
