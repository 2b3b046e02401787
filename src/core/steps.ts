/** Work that one value may make long, in steps: whoever runs it may let others have their turn between two of them, or stop. */

/** Nothing is handed out at a step. What is not run to its end leaves nothing behind. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps, for whoever waits for nobody. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
  }
}
