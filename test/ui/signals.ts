import { exitOnSignals } from '../support/signals.js';

// A test run that is interrupted leaves no VS Code behind.
exitOnSignals();
