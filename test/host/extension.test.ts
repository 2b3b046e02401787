import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension', () => {
  it('is found by its identity and activates', async () => {
    const extension = vscode.extensions.getExtension('catalog-search.catalog-search');
    assert.ok(extension, 'the extension is not installed');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
