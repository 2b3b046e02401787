import { afterEach } from 'vitest';
import { endTidily } from '../support/signals.js';
import { sweepAll, watch } from '../support/watch.js';

// A test run that is interrupted leaves no VS Code behind.
endTidily();

// No canary anywhere after any test (../shared/security.md).
watch.on = true;
afterEach(async () => {
  const found = await sweepAll();
  if (found.length > 0) throw new Error(`A canary is in: ${found.join(', ')}`);
});
