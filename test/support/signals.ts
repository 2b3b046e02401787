/**
 * Makes a program end by way of its `exit` handlers, where servers and browsers that it started are stopped: on the signals that end
 * a process, and when the process that started it is gone. Without this they would outlive it.
 */
export function endTidily(): void {
  for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) {
    process.once(signal, () => process.exit(code));
  }
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, 500).unref();
}
