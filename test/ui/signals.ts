import { endTidily } from '../support/signals.js';

// A test run that is interrupted leaves no VS Code behind.
endTidily();
