/** Which environment a window uses, by what the user, the workspace and its folders say, and what a switch writes where. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toFailure } from '../../../src/core/failure.js';
import { EnvironmentChoice } from '../../../src/platform/environmentChoice.js';
import { describeFailure } from '../../../src/platform/failureWords.js';
import { appendEnvironment } from '../../../src/platform/settings.js';

interface Editor {
  user: Record<string, unknown>;
  workspace: Record<string, unknown>;
  folders: { name: string; settings: string | undefined }[] | undefined;
  /** What the editor says when it cannot write. */
  refuses: string | undefined;
  changed: (() => void)[];
  filesChanged: (() => void)[];
}

const editor = vi.hoisted((): Editor => ({ user: {}, workspace: {}, folders: undefined, refuses: undefined, changed: [], filesChanged: [] }));
vi.mock('vscode', () => {
  const listen = (list: () => (() => void)[]) => (listener: () => void) => {
    list().push(listener);
    return { dispose: () => undefined };
  };
  const uri = (path: string): object => ({ path });
  return {
    ConfigurationTarget: { Global: 1, Workspace: 2 },
    RelativePattern: class {},
    Uri: { joinPath: ({ path }: { path: string }, ...parts: string[]) => uri([path, ...parts].join('/')) },
    workspace: {
      get workspaceFolders() {
        return editor.folders?.map(({ name }, index) => ({ name, index, uri: uri(`/${name}`) }));
      },
      workspaceFile: undefined,
      getConfiguration: () => ({
        get: (name: string) => editor.workspace[name] ?? editor.user[name],
        inspect: (name: string) => ({ globalValue: editor.user[name], workspaceValue: editor.workspace[name] }),
        update: (name: string, value: unknown, target: number) => {
          if (editor.refuses !== undefined) {
            return Promise.reject(new Error(editor.refuses));
          }
          (target === 1 ? editor.user : editor.workspace)[name] = value;
          editor.changed.forEach((listener) => (listener as (event: object) => void)({ affectsConfiguration: (key: string) => key === `catalogSearch.${name}` }));
          return Promise.resolve();
        },
      }),
      onDidChangeConfiguration: listen(() => editor.changed),
      onDidChangeWorkspaceFolders: listen(() => editor.filesChanged),
      createFileSystemWatcher: () => ({ onDidChange: listen(() => editor.filesChanged), onDidCreate: listen(() => editor.filesChanged), onDidDelete: listen(() => editor.filesChanged), dispose: () => undefined }),
      fs: {
        stat: ({ path }: { path: string }) => Promise.resolve({ size: textAt(path).length }),
        readFile: ({ path }: { path: string }) => Promise.resolve(new TextEncoder().encode(textAt(path))),
      },
    },
  };
  function textAt(path: string): string {
    const found = editor.folders?.find(({ name }) => path === `/${name}/.vscode/settings.json`)?.settings;
    if (found === undefined) {
      throw new Error('no such file');
    }
    return found;
  }
});

const PRODUCTION = { name: 'Acme', kind: 'production', baseUrl: 'https://api.example', authUrl: 'https://auth.example' };
const SANDBOX = { name: 'Sandbox', kind: 'sandbox', baseUrl: 'https://sandbox.example', authUrl: 'https://auth.example' };

beforeEach(() => {
  Object.assign(editor, { user: { environments: [PRODUCTION, SANDBOX] }, workspace: {}, folders: undefined, refuses: undefined, changed: [], filesChanged: [] });
});

function memory(): ConstructorParameters<typeof EnvironmentChoice>[0] {
  const kept = new Map<string, unknown>();
  return {
    get: <T>(key: string) => kept.get(key) as T | undefined,
    update: (key, value) => {
      kept.set(key, value);
      return Promise.resolve();
    },
  } as ConstructorParameters<typeof EnvironmentChoice>[0];
}

async function chooseByName(choice: EnvironmentChoice, name: string): Promise<void> {
  const environment = choice.byName(name);
  if (environment !== undefined) {
    await choice.choose(environment);
  }
}

describe('a window without a folder', () => {
  it('keeps its switch for itself: the user\'s settings stay as they are', async () => {
    editor.user['environment'] = 'Acme';
    const kept = memory();
    const [one, other] = [new EnvironmentChoice(kept), new EnvironmentChoice(memory())];
    let told = 0;
    one.onDidChange(() => (told += 1));
    await chooseByName(one, 'Sandbox');
    expect([one.current?.name, other.current?.name, editor.user['environment'], told]).toEqual(['Sandbox', 'Acme', 'Acme', 1]);
    // Loaded anew, it is the same window.
    expect(new EnvironmentChoice(kept).current?.name).toBe('Sandbox');
    // What it once chose is nothing to a folder.
    editor.folders = [{ name: 'a', settings: undefined }];
    expect(new EnvironmentChoice(kept).current?.name).toBe('Acme');
  });
});

describe('a workspace', () => {
  it('with a folder keeps the choice in the folder\'s settings', async () => {
    editor.folders = [{ name: 'a', settings: undefined }];
    const choice = new EnvironmentChoice(memory());
    expect(choice.ready()).toBeUndefined();
    await chooseByName(choice, 'Sandbox');
    expect([choice.current?.name, editor.workspace, editor.user['environment']]).toEqual(['Sandbox', { environment: 'Sandbox' }, undefined]);
  });

  it('that cannot be written says so, and the environment stays', async () => {
    editor.folders = [{ name: 'a', settings: undefined }];
    editor.user['environment'] = 'Acme';
    const choice = new EnvironmentChoice(memory());
    editor.refuses = 'Unable to write into workspace settings. Please open the workspace settings to correct errors/warnings in the file and try again.';
    const failure = await chooseByName(choice, 'Sandbox').then(() => undefined, toFailure);
    expect(failure).toEqual({ kind: 'settingsFile', file: 'workspace' });
    expect(failure === undefined ? '' : describeFailure(failure, 0)).toEqual({
      message: 'The workspace\'s settings file cannot be written, so nothing was changed. Does it have a mistake or unsaved changes, or is it read-only?', action: 'openWorkspaceSettings',
    });
    expect(choice.current?.name).toBe('Acme');
    expect(await appendEnvironment(SANDBOX).then(() => undefined, toFailure)).toEqual({ kind: 'settingsFile', file: 'user' });
  });

  it.each([
    ['name different ones', ['Acme', 'Sandbox'], undefined, { kind: 'disagreeing' }],
    ['name another than the one that the rest would use', ['Sandbox', undefined], 'Acme', { kind: 'disagreeing' }],
    ['name the same', ['Sandbox', 'Sandbox'], 'Acme', { kind: 'chosen', environment: { name: 'Sandbox' } }],
    ['name one, and the rest none', ['Sandbox', undefined], undefined, { kind: 'chosen', environment: { name: 'Sandbox' } }],
    ['name none', [undefined, undefined], 'Acme', { kind: 'chosen', environment: { name: 'Acme' } }],
    ['name none, nor does the user', [undefined, undefined], undefined, { kind: 'undecided' }],
    ['name one that does not exist', ['Nowhere', 'Nowhere'], 'Acme', { kind: 'unknown', named: 'Nowhere' }],
  ] as const)('whose folders %s', async (_what, names, users, chosen) => {
    editor.folders = names.map((name, index) => ({ name: `f${index}`, settings: name === undefined ? undefined : `// kept by the team\n{ "catalogSearch.environment": "${name}", }` }));
    editor.user['environment'] = users;
    const choice = new EnvironmentChoice(memory());
    // Until the folders' files are read nobody knows, so that nothing is asked of anybody.
    expect(choice.chosen).toEqual({ kind: 'undecided' });
    await choice.ready();
    expect(choice.chosen).toMatchObject(chosen);
    expect(choice.ready()).toBeUndefined();
  });

  it('whose folders disagree is said, and a choice holds for all of it', async () => {
    editor.folders = [{ name: 'survey', settings: '{ "catalogSearch": { "environment": "Acme" } }' }, { name: 'tests', settings: '{ "catalogSearch.environment": "Sandbox" }' }];
    const choice = new EnvironmentChoice(memory());
    await choice.ready();
    expect(choice.chosen).toEqual({ kind: 'disagreeing', folders: [{ folder: 'survey', environment: 'Acme' }, { folder: 'tests', environment: 'Sandbox' }] });
    const words = (): string => {
      try {
        return choice.require().name;
      } catch (error) {
        return describeFailure(toFailure(error), 0).message;
      }
    };
    expect(words()).toBe('The folders of this workspace name different environments. Choose the one for the whole workspace.');
    await chooseByName(choice, 'Acme');
    expect([words(), editor.workspace]).toEqual(['Acme', { environment: 'Acme' }]);
  });

  it('follows a folder that changes its mind', async () => {
    editor.folders = [{ name: 'a', settings: '{ "catalogSearch.environment": "Sandbox" }' }, { name: 'b', settings: '{ "catalogSearch.environment": "Sandbox" }' }];
    const choice = new EnvironmentChoice(memory());
    await choice.ready();
    expect(choice.current?.name).toBe('Sandbox');
    editor.folders[1] = { name: 'b', settings: '{ "catalogSearch.environment": "Acme" }' };
    const told = new Promise<void>((resolve) => choice.onDidChange(resolve));
    editor.filesChanged.forEach((listener) => listener());
    await told;
    expect(choice.chosen.kind).toBe('disagreeing');
  });
});

describe('after a question about an environment', () => {
  it('the answer counts only while it is the window\'s, with the same settings', async () => {
    editor.folders = [{ name: 'a', settings: undefined }];
    editor.workspace['environment'] = 'Sandbox';
    const choice = new EnvironmentChoice(memory());
    const asked = choice.require();
    expect(() => choice.requireStill(asked)).not.toThrow();
    editor.user['environments'] = [PRODUCTION, { ...SANDBOX, authUrl: 'https://elsewhere.example' }];
    editor.changed.forEach((listener) => (listener as (event: object) => void)({ affectsConfiguration: () => true }));
    expect(() => choice.requireStill(asked)).toThrow('invalid');
    await chooseByName(choice, 'Acme');
    expect(() => choice.requireStill(asked)).toThrow('invalid');
  });
});
