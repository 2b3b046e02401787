/**
 * One answer of 64 MiB in a process of its own, so that nobody pays for another's memory. Argument: which, by its name. Nothing ran in it before: what an
 * answer makes the heap grow by counts. Says the longest turn in milliseconds of the processor's time, and the memory that was taken beside the bytes, in bytes. It ends by itself.
 */
import { GOOD_PAGE, HOSTILE_PAGES } from '../support/hostilePages.js';
import { searchStranger } from '../support/strangerSearch.js';
import { collectGarbage } from './garbage.js';

const page = [GOOD_PAGE, ...HOSTILE_PAGES].find(({ name }) => name === process.argv[2]) ?? GOOD_PAGE;
const wanted = new AbortController().signal;
const body = page.make(64 * 1024 * 1024);
collectGarbage();
const before = process.memoryUsage.rss();
const { turns } = await searchStranger(body, wanted);
process.send?.({ longest: turns.longest, memory: Math.max(0, turns.rss - before) });
process.disconnect();
