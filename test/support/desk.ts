import { join } from 'node:path';
import { findCanaries } from './canaries.js';
import { canaryRuns } from './canaryExtension.js';
import { Person, type Seat } from './person.js';
import { openRoom, type Room, type RoomOptions } from './room.js';
import { newestHost, oldestHost, root } from './setup.mjs';
import { watch } from './watch.js';
import type { VsCodeServer, VsCodeServerOptions } from './vscodeServer.js';

/** The packaged extension; `npm run package` makes it. */
export const packagedExtension = join(root, 'out', 'catalog-search.vsix');

/** The colour themes that everything is looked at in, by their names in settings. */
export const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern', highContrast: 'Default High Contrast' } as const;

/** How a desk is made. */
export interface DeskOptions extends Omit<VsCodeServerOptions, 'vsix' | 'host'> {
  readonly theme?: keyof typeof themes;
  /** Packaged extensions beside this one. */
  readonly others?: readonly string[];
  /** Where the desk stands, for a while; it has a server and a browser of its own if not given. */
  readonly room?: Room;
}

/** What a person wants of a window. */
export interface Wishes extends Pick<Seat, 'pictures' | 'size'> {
  /** The folder or the `.code-workspace` file to open; the desk's folder if not given. */
  readonly folder?: string;
  /** A window without a folder. */
  readonly empty?: boolean;
  /** A window that has never been used; so has every window on another folder. */
  readonly own?: boolean;
}

/** A VS Code with the packaged extension installed, a browser, and an empty folder to work in: everything a person needs. */
export interface Desk {
  readonly server: VsCodeServer;
  /** An empty folder, gone after `close`. */
  readonly folder: string;
  /** Everybody who has sat down so far. */
  readonly people: readonly Person[];
  /** Opens a window, on the desk's folder if nothing else is wished. Nothing of others is in it. */
  sitDown(wishes?: Wishes): Promise<Person>;
  /** The places that hold a canary (see canaries.ts), now and in windows that were left, and whether the canary command has run. */
  sweep(): Promise<readonly string[]>;
  /** Lets nobody use its windows after it: a test has failed there. */
  discardWindows(): void;
  /**
   * Leaves all windows after a last sweep, and ends what was started for this desk alone.
   * @throws Error when a canary is where it must not be
   */
  close(): Promise<void>;
}

/** A room with the packaged extension. The environment variable CATALOG_SEARCH_VSCODE=oldest chooses the oldest VS Code that is supported. */
export async function openRoomWithExtension({ others = [], ...options }: Omit<RoomOptions, 'vsix' | 'host'> & Pick<DeskOptions, 'others'> = {}): Promise<Room> {
  const host = process.env['CATALOG_SEARCH_VSCODE'] === 'oldest' ? oldestHost : newestHost;
  return await openRoom({ ...options, host, vsix: [packagedExtension, ...others] });
}

/** Makes a desk. */
export async function openDesk({ theme = 'dark', settings, room: given, ...options }: DeskOptions = {}): Promise<Desk> {
  const room = given ?? await openRoomWithExtension(options);
  const { server, folder } = room;
  const people: Person[] = [];
  const stop = async (): Promise<void> => {
    for (const person of people) await person.leave();
    if (given === undefined) await room.close();
  };
  await room.tidy();
  await server.writeSettings({ 'workbench.colorTheme': themes[theme], ...settings });
  const left: string[] = [];
  const read = new Map<string, string>();
  let known = 0;
  const sweepOf = async (pages: readonly Person[], folders: readonly string[]): Promise<readonly string[]> => await findCanaries({
    secrets: [...watch.secrets], folders, read, servers: [...watch.servers], texts: { output: server.log() },
    pages: pages.map(({ page }) => page), requests: pages.flatMap(({ requests }) => requests),
  });
  const sweep = async (): Promise<readonly string[]> => {
    // What was read before a secret was known has to be read again.
    if (watch.secrets.size !== known) read.clear();
    known = watch.secrets.size;
    const found = await sweepOf(people.filter(({ hasLeft }) => !hasLeft), [join(server.dataFolder, 'data'), folder]);
    // A file that has not changed is not read again.
    left.push(...found.filter((place) => /^(?:file|name) /u.test(place) && !left.includes(place)));
    const ran = await canaryRuns(server.dataFolder);
    return [...new Set([...left, ...found]), ...(ran === 0 ? [] : [`the canary command ran ${ran} times`])];
  };
  const beforeLeaving = async (person: Person): Promise<void> => void left.push(...await sweepOf([person], []));
  const sitDown = async ({ own = false, empty = false, folder: other, ...wishes }: Wishes = {}): Promise<Person> => {
    const { page, context, release } = await room.enter({ own: own || empty || other !== undefined });
    const seat: Seat = { ...wishes, ...(empty ? {} : { folder: other ?? folder }), context, release, url: server.url, beforeLeaving };
    const person = new Person(seat, page ?? await Person.newPage(seat));
    people.push(person);
    await person.begin();
    return person;
  };
  const close = async (): Promise<void> => {
    watch.desks.delete(desk);
    read.clear();
    const found = await sweep().finally(stop);
    if (found.length > 0) throw new Error(`A canary is in: ${found.join(', ')}`);
  };
  const desk: Desk = { server, folder, people, sweep, close, sitDown, discardWindows: () => room.discardWindow() };
  watch.desks.add(desk);
  return desk;
}
