import { relative } from 'node:path';
import { afterEach } from 'vitest';
import { keepEvidence } from '../support/evidence.js';
import { root } from '../support/setup.mjs';
import { endTidily } from '../support/signals.js';
import { sweepAll, watch } from '../support/watch.js';

// A test run that is interrupted leaves no VS Code behind.
endTidily();
watch.on = true;

afterEach(async ({ task }) => {
  const errors = task.result?.errors ?? [];
  if (errors.length > 0) {
    for (const desk of watch.desks) desk.discardWindows();
    const folder = await keepEvidence(watch.desks, { file: relative(root, task.file.filepath), title: task.name });
    for (const error of errors) error.message += `\nWhat the windows showed is in ${folder}.`;
  }
  // No canary anywhere after any test (../shared/security.md).
  const found = await sweepAll();
  if (found.length > 0) throw new Error(`A canary is in: ${found.join(', ')}`);
});
