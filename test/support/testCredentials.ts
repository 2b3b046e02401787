/** What tests sign in with where it does not matter, and every sweep looks for. Unlike the demo's own, these are two words: an id that is typed in the place of the secret is refused. */
export const TEST_CREDENTIALS = { clientId: 'survey-client', clientSecret: 'not-to-be-seen-42' } as const;
