#!/usr/bin/env node
/**
 * Stands in for VS Code's desktop executable where that cannot be downloaded: takes its arguments for extension tests, runs the
 * tests in the extension host of a VS Code server with a page of Chromium as its window, and ends with the tests' exit code.
 * `runTests({ vscodeExecutablePath })` of @vscode/test-electron starts it.
 */
import process from 'node:process';
import './typescript.mjs';

const { runInServer } = await import('./hostWindow.js');
process.exitCode = await runInServer(process.argv.slice(2), process.env);
