import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The sockets on which this process, the extension host, waits for others to connect. */
export function listening(): readonly string[] {
  if (process.platform !== 'linux') {
    return process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap');
  }
  const inodes = new Set<string>();
  for (const line of ['/proc/self/net/tcp', '/proc/self/net/tcp6'].flatMap(readTable)) {
    const columns = line.trim().split(/\s+/);
    // State 0A is LISTEN (Linux, net/tcp_states.h).
    if (columns[3] === '0A') inodes.add(`socket:[${columns[9] ?? ''}]`);
  }
  return readdirSync('/proc/self/fd').map(linkOf).filter((link) => inodes.has(link));
}

function linkOf(descriptor: string): string {
  try {
    return readlinkSync(join('/proc/self/fd', descriptor));
  } catch {
    return '';
  }
}

function readTable(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(1);
  } catch {
    return [];
  }
}
