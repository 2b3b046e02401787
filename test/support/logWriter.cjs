/**
 * Stands in for the native part of `@vscode/spdlog` in a VS Code host that was installed without compiling anything, so that
 * log channels work there: "Show Log" shows its lines, and tests can read them. It keeps that package's interface and file format,
 * but writes at once and never rotates.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #plain = false;

  constructor(_type, _name, file) {
    mkdirSync(dirname(file), { recursive: true });
    this.#file = file;
  }

  #write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#plain ? message : `${time} [${names[level]}] ${message}\n`);
  }

  trace(message) { this.#write(0, message); }
  debug(message) { this.#write(1, message); }
  info(message) { this.#write(2, message); }
  warn(message) { this.#write(3, message); }
  error(message) { this.#write(4, message); }
  critical(message) { this.#write(5, message); }
  getLevel() { return this.#level; }
  setLevel(level) { this.#level = level; }
  setPattern() { this.#plain = false; }
  clearFormatters() { this.#plain = true; }
  flush() {}
  drop() {}
}

/** @returns {Promise<Logger>} */
async function createLogger(name, file) {
  return new Logger('rotating', name, file);
}

module.exports = {
  version: 0,
  setLevel() {},
  setFlushOn() {},
  Logger,
  createRotatingLogger: createLogger,
  createAsyncRotatingLogger: createLogger,
};
