import type { Credentials } from '../auth/session.js';

/** The demo's own credentials. Public on purpose: the demo catalog runs in process, and they open nothing else. */
export const DEMO_CREDENTIALS: Credentials = { clientId: 'demo', clientSecret: 'demo' };
