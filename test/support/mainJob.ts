import type { Person } from './person.js';

/**
 * Does what the extension is for, from nothing, like a person: tries the demo, searches, opens an item, and looks at its
 * footprint and at the status item. Takes a picture of each step.
 * @param say told in one line what each step showed
 * @throws Error at the first step that does not show what it should
 */
export async function doMainJob(person: Person, say: (line: string) => void): Promise<void> {
  await person.runCommand('Catalog: Try the Demo Catalog');
  await person.statusItem.filter({ hasText: 'Demo' }).waitFor();
  const first = await person.waitForTab(/\.geojson/);
  await person.waitForDrawing();
  await person.takePicture('demo');
  say(`Demo:      opened ${(await first.getAttribute('data-resource-name')) ?? ''} with its footprint`);

  await person.runCommand('Catalog: Search Items...');
  await person.option('Run search').waitFor();
  await person.takePicture('search');
  await person.press('Enter');
  await person.quickInput.waitFor({ state: 'hidden' });
  await person.rows().nth(2).waitFor();
  const rows = await person.rowNames();
  await person.takePicture('results');
  say(`Results:   ${String(rows.length)} rows on screen, such as "${rows[1] ?? ''}"`);

  const id = (rows[1] ?? '').split(/[,\s]/)[0] ?? '';
  await person.rows().nth(1).click();
  await person.waitForTab(id);
  const text = await person.visibleText(id);
  if (!text.includes(`"${id}"`) || !text.includes('"geometry"')) throw new Error(`The document of ${id} shows:\n${text}`);
  await person.takePicture('item');
  say(`Item:      ${id}.geojson, ${String(text.split('\n').length)} lines on screen`);

  await person.runCommand('Catalog: Show Footprint');
  const drawn = await person.waitForDrawing();
  await person.takePicture('footprint');
  say(`Footprint: ${drawn}`);

  say(`Status:    ${await person.status()}`);
  if (person.complaints.length > 0) throw new Error(`VS Code's console complains:\n${person.complaints.join('\n')}`);
}
