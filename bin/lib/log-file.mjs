import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

const maxBytes = 20_000_000;

/** An append-only log file, renamed to `FILE.old` at 20 MB and started anew, so a server's log never fills the disk. */
export class LogFile {
  constructor(/** @type {string} */ file) {
    this.file = file;
    mkdirSync(dirname(file), { recursive: true });
    this.bytes = existsSync(file) ? statSync(file).size : 0;
    this.stream = this.#open();
  }

  #open() {
    const stream = createWriteStream(this.file, { flags: "a", mode: 0o600 });
    stream.on("error", (error) => process.stderr.write(`The log ${this.file} cannot be written: ${error.message}\n`));
    return stream;
  }

  write(/** @type {Buffer} */ chunk) {
    if (this.bytes > maxBytes) {
      this.stream.end();
      renameSync(this.file, `${this.file}.old`);
      this.stream = this.#open();
      this.bytes = 0;
    }
    this.bytes += chunk.length;
    this.stream.write(chunk);
  }
}
