/**
 * Makes the signals that end a process end it by way of its `exit` handlers, where servers and browsers that it started are
 * stopped. Without this they would outlive it.
 */
export function exitOnSignals(): void {
  for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) {
    process.once(signal, () => process.exit(code));
  }
}
