import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDesk } from './desk.js';
import { doMainJob } from './mainJob.js';
import { root } from './setup.mjs';
import { endTidily } from './signals.js';

/** `npm run pictures`: takes the readme's pictures anew from the packaged extension, in a dark and a light theme. */
async function main(): Promise<void> {
  endTidily();
  const target = join(root, 'media', 'pictures');
  await mkdir(target, { recursive: true });
  for (const theme of ['dark', 'light'] as const) {
    const pictures = join(root, 'out', 'pictures', theme);
    const desk = await openDesk({ theme });
    try {
      await doMainJob(await desk.sitDown({ pictures }), () => undefined);
    } finally {
      await desk.close();
    }
    await copyFile(join(pictures, '05-footprint.png'), join(target, `main-${theme}.png`));
    console.log(`media/pictures/main-${theme}.png`);
  }
}

await main();
