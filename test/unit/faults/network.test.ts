/** N: what happens to the bytes of a search. */
import { describe } from 'vitest';
import { searchUnder, type SearchRow } from './search.js';

const ROWS: readonly SearchRow[] = [
  ['N6', 'network reset', 'The connection to HOST was lost.', 4, 0],
  ['N6a', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 2, 0],
  ['N7', 'network reset', 'The connection to HOST was lost.', 3, 0],
  ['N8', 'network reset', 'The connection to HOST was lost.', 3, 0],
  ['N9', 'malformed cutOff', 'The answer of HOST was cut off.', 1, 0],
  ['N9a', 'malformed cutOff', 'The answer of HOST was cut off.', 1, 0],
  ['N10', 'network cutOff', 'The answer of HOST was cut off.', 3, 0],
  ['N11', 'network badEncoding', 'The answer of HOST is compressed in a way that cannot be read.', 1, 0],
  ['N12', 'network badEncoding', 'The answer of HOST is compressed in a way that cannot be read.', 1, 0],
  ['N13', 'tooLarge', 'The answer of HOST is larger than 64 MiB. Ask for fewer items per page.', 1, 0],
  ['N14', 'tooLarge', 'The answer of HOST is larger than 64 MiB. Ask for fewer items per page.', 1, 0],
  ['N15', 'network headersTimeout', 'No answer from HOST in time.', 1, 0],
  ['N16', 'network tooSlow', 'The answer of HOST came too slowly and was given up.', 1, 0],
  ['N17', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 1, 0],
  ['N18', 'malformed cutOff', 'The answer of HOST was cut off.', 1, 0],
  ['N19', 'network cutOff', 'The answer of HOST was cut off.', 3, 0],
  ['N20', 'network notHttp', 'HOST does not speak HTTP. Check the address and the port.', 1, 0],
  ['N21', 'network notHttp', 'HOST does not speak HTTP. Check the address and the port.', 1, 0],
  ['N22', 'network notHttp', 'HOST does not speak HTTP. Check the address and the port.', 1, 0],
  ['N23', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 1, 0],
  ['N24', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 1, 0],
  ['N25', 'network notHttp', 'HOST does not speak HTTP. Check the address and the port.', 1, 0],
  ['N40', 'malformed html', 'HOST answered with a web page instead of data. Does the network want a sign-in, or is the address wrong?', 1, 0],
  ['N41', 'redirect otherOrigin', 'HOST redirects to http://FOREIGN, which was not followed. Is the address right, or does the network want a sign-in?', 1, 0],
  ['N47', 'rows', '10 of 60 items, more to load, as of 12:00 UTC.', 2, 0],
];

describe('a search while its bytes suffer', () => {
  searchUnder(ROWS);
});
