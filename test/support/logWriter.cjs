/**
 * Stands in for the native part of `@vscode/spdlog` in a VS Code host that was installed without compiling anything, so that
 * log channels work there: "Show Log" shows its lines, and tests can read them. It keeps that package's interface and file format,
 * but writes at once and never rotates.
 */
/* eslint-disable @typescript-eslint/no-require-imports -- it takes the place of a CommonJS file */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #plain = false;

  /**
   * @param {string} _type
   * @param {string} _name
   * @param {string} file
   */
  constructor(_type, _name, file) {
    mkdirSync(dirname(file), { recursive: true });
    this.#file = file;
  }

  /**
   * @param {number} level
   * @param {string} message
   */
  #write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#plain ? message : `${time} [${names[level]}] ${message}\n`);
  }

  /**
   * @param {number} level
   * @returns {(message: string) => void}
   */
  #writer(level) {
    return (message) => this.#write(level, message);
  }

  trace = this.#writer(0);
  debug = this.#writer(1);
  info = this.#writer(2);
  warn = this.#writer(3);
  error = this.#writer(4);
  critical = this.#writer(5);

  getLevel() {
    return this.#level;
  }

  /** @param {number} level */
  setLevel(level) {
    this.#level = level;
  }

  setPattern() {
    this.#plain = false;
  }

  clearFormatters() {
    this.#plain = true;
  }

  flush() {}

  drop() {}
}

/**
 * @param {string} name
 * @param {string} file
 */
async function createLogger(name, file) {
  return new Logger('rotating', name, file);
}

// One by one, so that Node finds the names for an ES module that imports this.
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
