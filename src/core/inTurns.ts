/**
 * Works on all of them in order, `atOnce` at a time.
 * @throws what the first work that fails throws; what is not begun by then is left
 */
export async function inTurns<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  let failed = false;
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, async () => {
    for (const one of queue) {
      if (failed) {
        return;
      }
      try {
        await work(one);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }));
}
