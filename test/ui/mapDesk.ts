/** What the tests of the map look at in its view. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Desk } from '../support/desk.js';
import type { Person } from '../support/person.js';

/** What is used of the view's canvas; this program knows no DOM. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: '2d'): { getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray } } | null;
}

/** The body of the map's page. */
export function mapPage(person: Person): Locator {
  return person.webview().locator('body');
}

/** How many pixels of a layer of the map are painted. */
export async function painted(person: Person, layer: 'area' | 'footprints' | 'names'): Promise<number> {
  return await person.webview().locator(`canvas.${layer}`).evaluate((element) => {
    const canvas = element as unknown as Canvas;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
    let count = 0;
    for (let at = 3; at < data.length; at += 4) {
      count += (data[at] ?? 0) > 0 ? 1 : 0;
    }
    return count;
  });
}

/** How bright the ground under the footprints is for the most part, from 0 (black) to 255 (white). */
export async function groundBrightness(person: Person): Promise<number> {
  return await person.webview().locator('canvas.ground').evaluate((element) => {
    const canvas = element as unknown as Canvas;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
    const sums: number[] = [];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 255) {
        sums.push((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0));
      }
    }
    return (sums.sort((one, other) => one - other)[sums.length >> 1] ?? Number.NaN) / 3;
  });
}

/** What the map's page told of violated policies and broken scripts, as the extension's log has it. */
export async function mapProblems(desk: Desk): Promise<readonly string[]> {
  const folder = join(desk.server.dataFolder, 'data', 'logs');
  const files = (await readdir(folder, { recursive: true })).filter((name) => /catalog/i.test(name) && name.endsWith('.log'));
  const texts = await Promise.all(files.map(async (name) => await readFile(join(folder, name), 'utf8')));
  if (texts.length === 0) {
    throw new Error(`The extension has no log below ${folder}.`);
  }
  return texts.flatMap((text) => text.split('\n').filter((line) => line.includes('footprint view')));
}

/** Hosts that were asked beside VS Code's own; what its pages give themselves asks nobody. */
export function foreignHosts(requests: readonly string[], own: string): readonly string[] {
  const hosts = requests.filter((url) => /^(?:https?|wss?):/.test(url)).map((url) => new URL(url).host);
  return [...new Set(hosts)].filter((host) => host !== new URL(own).host && !host.endsWith('.vscode-cdn.net') && !host.endsWith('.vscode-resource.vscode-cdn.net'));
}
