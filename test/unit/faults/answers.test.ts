/** Q: good statuses with answers that are not what they should be. */
import { describe, expect, it } from 'vitest';
import { itemText } from '../../../src/core/items/itemText.js';
import { expectNothingLost, footprintWords, openFaultWindow, rowWords, NOTHING_FOUND } from './faultWindow.js';
import { searchUnder, type SearchRow } from './search.js';

/** What stands above the rows, and the first of them, where nothing is wrong. */
const SHOWN = '10 of 60 items, more to load, as of 12:00 UTC.';
const ROW = 'vesperline-a-fwm · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED';

const REFUSED: readonly SearchRow[] = [
  ['Q7', 'malformed wrongShape', 'HOST answered with JSON that is not what the catalog sends. Is the address right?', 1, 0],
  ['Q7a', 'malformed wrongShape', 'HOST answered with JSON that is not what the catalog sends. Is the address right?', 1, 0],
  ['Q8', 'malformed wrongShape', 'HOST answered with JSON that is not what the catalog sends. Is the address right?', 1, 0],
  ['Q8a', 'malformed wrongShape', 'HOST answered with JSON that is not what the catalog sends. Is the address right?', 1, 0],
  ['Q8b', 'malformed wrongShape', 'HOST answered with JSON that is not what the catalog sends. Is the address right?', 1, 0],
  ['Q29', 'malformed notJson', 'HOST answered with something that is not JSON. Is this the address of the catalog?', 1, 0],
  ['Q73', 'malformed encoding', 'The answer of HOST is in a text encoding that cannot be read.', 1, 0],
  ['Q77', 'malformed html', 'HOST answered with a web page instead of data. Does the network want a sign-in, or is the address wrong?', 1, 0],
  ['Q79', 'malformed notJson', 'HOST answered with something that is not JSON. Is this the address of the catalog?', 1, 0],
  ['Q79a', 'malformed notJson', 'HOST answered with something that is not JSON. Is this the address of the catalog?', 1, 0],
  ['Q80', 'malformed notJson', 'HOST answered with something that is not JSON. Is this the address of the catalog?', 1, 0],
  ['Q80a', 'malformed notJson', 'HOST answered with something that is not JSON. Is this the address of the catalog?', 1, 0],
  ['Q81', 'malformed notJson', 'HOST answered with something that is not JSON. Is this the address of the catalog?', 1, 0],
  ['Q84', 'malformed empty', 'HOST answered without content.', 1, 0],
];

/** Something of the first item is odd, and nobody sees it: its row and its footprint are as they were. */
const UNSEEN = [
  'Q2', 'Q3', 'Q3a', 'Q3b', 'Q7b', 'Q23', 'Q23a', 'Q23b', 'Q23c', 'Q25', 'Q26', 'Q33', 'Q33a', 'Q38', 'Q41', 'Q44', 'Q44a', 'Q45',
  'Q46', 'Q50a', 'Q52', 'Q53', 'Q54', 'Q57', 'Q62', 'Q63', 'Q64', 'Q64a', 'Q64b', 'Q65', 'Q66', 'Q66a', 'Q66b', 'Q67', 'Q68', 'Q69', 'Q70', 'Q70a', 'Q71', 'Q72',
  'Q76', 'Q78',
];

/** A fault by its number, what stands above the rows, the first row, and what the map says of its footprint. */
const SEEN: readonly (readonly [fault: string, words: string, row: string, footprint: string])[] = [
  ['Q1', NOTHING_FOUND, '', ''],
  ['Q4', `${SHOWN} The service says 3 and sent 10. The service gives at most 100 per page.`, ROW, ''],
  ['Q5', `${SHOWN} The service gives at most 100 per page.`, ROW, ''],
  ['Q5a', `${SHOWN} The service says 1,000,000,000 and sent 10. The service gives at most 100 per page.`, ROW, ''],
  ['Q6', `${SHOWN} The service says 7 and sent 10. The service gives at most 7 per page.`, ROW, ''],
  ['Q9', `${SHOWN} 3 of 13 unreadable. The service says 10 and sent 13.`, ROW, ''],
  ['Q10', '10 of 60 items, there may be more, as of 12:00 UTC.', ROW, ''],
  ['Q10a', '10 of 60 items, there may be more, as of 12:00 UTC.', ROW, ''],
  ['Q10b', '10 of 60 items, there may be more, as of 12:00 UTC.', ROW, ''],
  ['Q11', SHOWN, '(no id) · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q12', SHOWN, '7 · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q12a', SHOWN, 'true · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q12b', SHOWN, '(no id) · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q13', SHOWN, '(no id) · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q15', SHOWN, 'a/b\\c?d#e%f..ée\u0301🛰[U+202E]␊␀ · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q16', `${SHOWN} 1 repeated and shown once. The service says 10 and sent 11.`, ROW, ''],
  ['Q17', SHOWN, 'same · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q18', SHOWN, 'Case · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q19', SHOWN, '__proto__ · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q19a', SHOWN, 'constructor · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q20', SHOWN, '../../etc · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q20a', SHOWN, 'C:\\x · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q21', SHOWN, ROW, 'it has no geometry.'],
  ['Q22', SHOWN, ROW, 'it has no geometry.'],
  ['Q24', SHOWN, ROW, 'its geometry is of a type that GeoJSON does not know.'],
  ['Q27', SHOWN, ROW, 'its positions are not pairs of numbers.'],
  ['Q28', SHOWN, ROW, 'its positions are not pairs of numbers.'],
  ['Q29a', SHOWN, ROW, '1 position is not a pair of numbers and left out. 1 ring was not closed; the last position was joined to the first.'],
  ['Q29b', SHOWN, ROW, '1 position is not a pair of numbers and left out. 1 ring was not closed; the last position was joined to the first.'],
  ['Q30', SHOWN, ROW, '1 ring was not closed; the last position was joined to the first.'],
  ['Q31', SHOWN, ROW, '1 ring was not closed; the last position was joined to the first.'],
  ['Q31a', SHOWN, ROW, 'its geometry has no positions.'],
  ['Q32', SHOWN, ROW, 'its geometry has no positions.'],
  ['Q34', SHOWN, ROW, 'a latitude of 90.5000° lies beyond the pole. Longitude and latitude may be swapped.'],
  ['Q35', SHOWN, ROW, 'a latitude of 120.0000° lies beyond the pole. Longitude and latitude may be swapped.'],
  ['Q39', SHOWN, ROW, 'its polygon encloses no area: it has fewer than three different positions, or they lie on one line.'],
  ['Q40', SHOWN, ROW, 'The border crosses itself.'],
  ['Q42', SHOWN, ROW, '1 hole does not lie inside the polygon and is left out.'],
  ['Q43', SHOWN, ROW, 'it is too large to be read here.'],
  ['Q47', SHOWN, 'vesperline-a-fwm', ''],
  ['Q47a', SHOWN, 'vesperline-a-fwm', ''],
  ['Q47b', SHOWN, 'vesperline-a-fwm', ''],
  ['Q48', SHOWN, 'vesperline-a-fwm · Vesperline-A · PROCESSED', ''],
  ['Q48a', SHOWN, 'vesperline-a-fwm · Vesperline-A · yesterday · PROCESSED', ''],
  ['Q48b', SHOWN, 'vesperline-a-fwm · Vesperline-A · 2024-02-30T00:00:00Z · PROCESSED', ''],
  ['Q48c', SHOWN, 'vesperline-a-fwm · Vesperline-A · PROCESSED', ''],
  ['Q49', SHOWN, 'vesperline-a-fwm · Vesperline-A · 2026-06-10 08:35:23 UTC · PONDERING', ''],
  ['Q50', SHOWN, 'vesperline-a-fwm · Vesperline-A · 2026-06-10 08:35:23 UTC', ''],
  ['Q50b', SHOWN, 'vesperline-a-fwm · Vesperline-A · 2026-06-10 08:35:23 UTC · 7', ''],
  ['Q51', SHOWN, 'vesperline-a-fwm · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q55', SHOWN, 'vesperline-a-fwm · <img src=x onerror=alert(1)><script>alert(1)</script> · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q56', SHOWN, 'vesperline-a-fwm · [Open](command:test.canary)␍```␍![x](https://evil.example/x… · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q58', SHOWN, 'vesperline-a-fwm · $ (error) failed · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q59', SHOWN, 'vesperline-a-fwm · ␛]52;c;eA==␇ · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q60', SHOWN, 'vesperline-a-fwm · [U+202E]abc[U+200B] · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q61', SHOWN, 'vesperline-a-fwm · [U+D800] · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q74', `${SHOWN} Some text could not be read and is shown as \uFFFD.`, 'vesperline-a-fwm · \uFFFDVesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q75', `${SHOWN} Some text could not be read and is shown as \uFFFD.`, 'vesperline-a-fwm · \uFFFDVesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
  ['Q82', '20,000 of 60 items, more to load, as of 12:00 UTC. A page of 200,000 items was read up to 20,000. The service says 10 and sent 200,000.', 'x0', 'it has no geometry.'],
  ['Q83', SHOWN, 'vesperline-a-fwm-1 · Vesperline-A · 2026-06-10 08:35:23 UTC · PROCESSED', ''],
];

async function expectRows(fault: string, words: string, row: string | RegExp, footprint: string): Promise<void> {
  await using window = await openFaultWindow();
  const before = (await window.search()).set;
  window.server.fault(fault);
  const outcome = await window.search();
  expect([outcome.kind, outcome.words, outcome.searches, outcome.exchanges]).toEqual(['rows', words, 1, 0]);
  await expectNothingLost(window, before, outcome);
  const [first] = outcome.set?.items ?? [];
  const shown = first === undefined ? '' : rowWords(first);
  if (typeof row === 'string') expect(shown).toBe(row);
  else expect(shown).toMatch(row);
  expect(first === undefined ? '' : footprintWords(first)).toBe(footprint);
  // Whatever it is, it opens as a document.
  if (first !== undefined) expect(itemText(first.source).startsWith('{')).toBe(true);
}

describe('a search that is answered with something else', () => {
  searchUnder(REFUSED);
});

describe('a search that is answered with items like no other', () => {
  it.each(UNSEEN)('%s: nothing to see', async (fault) => {
    await expectRows(fault, SHOWN, ROW, '');
  });

  it.each(SEEN)('%s: %s %s %s', expectRows);

  it('Q14: a long id is cut', async () => {
    await expectRows('Q14', SHOWN, /^x{199}\u2026 \u00b7 Vesperline-A/u, '');
  });

  it('S22: Q65: no prototype is touched', async () => {
    await expectRows('Q65', SHOWN, ROW, '');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
