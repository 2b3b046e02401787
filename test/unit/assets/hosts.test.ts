import { describe, expect, it } from 'vitest';
import { createDownloadHosts, type DownloadHosts } from '../../../src/platform/downloadHosts.js';

/** What is asked of a person, who answers as told. */
function desk(answer: (question: string, detail: string) => boolean): { readonly hosts: DownloadHosts; readonly asked: string[] } {
  const stored = new Map<string, unknown>();
  const asked: string[] = [];
  const state = { keys: () => [...stored.keys()], get: (key: string) => stored.get(key), update: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)) };
  const confirm = (question: string, detail: string): Promise<boolean> => {
    asked.push(`${question} ${detail}`);
    return Promise.resolve(answer(question, detail));
  };
  return { asked, hosts: createDownloadHosts(state as Parameters<typeof createDownloadHosts>[0], { confirm }) };
}

const HOSTS = Array.from({ length: 1_000 }, (_, index) => `host-${index}.example`);

describe('the hosts of one run', () => {
  it('are asked about once, by name, however many they are', async () => {
    const { hosts, asked } = desk(() => true);
    const run = hosts.forRun();
    expect(await run.allowAll(HOSTS)).toBe(true);
    expect(await Promise.all(HOSTS.map((host) => run.allow(host)))).not.toContain(false);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('Fetch files from 1,000 hosts?');
    expect(asked[0]).toContain('host-0.example, host-1.example');
    expect(asked[0]).toContain('and 970 more');
    expect(hosts.all).toEqual(HOSTS);
  });

  it('are refused together, and none is asked about again in this run', async () => {
    const { hosts, asked } = desk(() => false);
    const run = hosts.forRun();
    expect(await run.allowAll(HOSTS.slice(0, 3))).toBe(false);
    for (const host of HOSTS) expect(await run.allow(host)).toBe(false);
    expect(asked).toHaveLength(1);
    expect(hosts.all).toEqual([]);
    expect(await hosts.forRun().allow('host-0.example')).toBe(false);
    expect(asked).toHaveLength(2);
  });

  it('that turn up at once, by redirects, share one question', async () => {
    const { hosts, asked } = desk(() => true);
    const run = hosts.forRun();
    expect(await Promise.all(HOSTS.map((host) => run.allow(host)))).not.toContain(false);
    expect(asked).toHaveLength(1);
  });

  it('that were allowed before are still used after a "no" to others', async () => {
    const { hosts, asked } = desk((_question, detail) => detail.includes('good.example'));
    await hosts.forRun().allow('good.example');
    const run = hosts.forRun();
    expect(await run.allowAll(['good.example', 'bad.example'])).toBe(false);
    expect([await run.allow('good.example'), await run.allow('bad.example')]).toEqual([true, false]);
    expect(asked).toHaveLength(2);
  });
});
