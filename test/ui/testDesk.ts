import { openDesk, openRoomWithExtension, type Desk, type DeskOptions } from '../support/desk.js';
import type { Room } from '../support/room.js';

/** One for all files that this process runs: they run one after the other. It ends with the process. */
let room: Promise<Room> | undefined;

/** Makes a desk in the room of this process. */
export async function openTestDesk(options: Pick<DeskOptions, 'theme' | 'settings'> = {}): Promise<Desk> {
  room ??= openRoomWithExtension({ keepsWindow: true, trusting: true });
  return await openDesk({ ...options, room: await room });
}
