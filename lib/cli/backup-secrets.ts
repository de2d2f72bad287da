import "server-only";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AppError } from "@/lib/domain/errors";
import { UsageError } from "./output";

/** Who can read a backup: the holders of the keys of these recipients, or whoever knows the passphrase in a file. */
export interface BackupSecrets {
  recipient?: string[];
  passphraseFile?: string;
}

/** First line of a file in the format of age. */
const ageMark = "age-encryption.org/v1";

async function firstLineOf(path: string): Promise<string> {
  const text = (await readFile(path, "utf8")).trim();
  if (text === "") throw new UsageError(`${path} is empty.`);
  return text;
}

type WebBytes = globalThis.ReadableStream<Uint8Array<ArrayBuffer>>;

/** Node's bytes through a library for the web: its streams are the same class at run time, which Node's types and the web's each describe apart. */
const through = async (bytes: Readable, turn: (web: WebBytes) => Promise<globalThis.ReadableStream>): Promise<Readable> =>
  Readable.fromWeb((await turn(Readable.toWeb(bytes) as WebBytes)) as ReadableStream);

/**
 * The bytes encrypted in the format of age (C2SP), so that a backup can also be opened without Redline, and so that a server that writes backups for a
 * recipient cannot read them. Null: nothing asks for encryption.
 */
export async function encryption({
  recipient = [],
  passphraseFile,
}: BackupSecrets): Promise<((bytes: Readable) => Promise<Readable>) | null> {
  if (recipient.length === 0 && passphraseFile === undefined) return null;
  if (recipient.length > 0 && passphraseFile !== undefined) throw new UsageError("Choose --recipient or --passphrase-file, not both.");
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  if (passphraseFile !== undefined) encrypter.setPassphrase(await firstLineOf(passphraseFile));
  for (const one of recipient) {
    try {
      encrypter.addRecipient(one);
    } catch (error) {
      throw new UsageError(`"${one}" is not a recipient of age (age1…).`, { cause: error });
    }
  }
  return (bytes) => through(bytes, (web) => encrypter.encrypt(web));
}

/** The bytes of a backup, decrypted if they are encrypted. `keys`: files with an identity of age or with a passphrase. */
export async function* decrypted(
  source: AsyncIterable<Uint8Array>,
  keys: { identityFile?: string; passphraseFile?: string },
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  const whole = async function* () {
    if (first.done) return;
    yield first.value;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  };
  const isEncrypted = !first.done && Buffer.from(first.value.subarray(0, ageMark.length)).toString("latin1") === ageMark;
  if (!isEncrypted) return yield* whole();
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  if (keys.identityFile !== undefined)
    for (const line of (await firstLineOf(keys.identityFile)).split("\n")) {
      if (line.startsWith("AGE-SECRET-KEY-")) decrypter.addIdentity(line.trim());
    }
  if (keys.passphraseFile !== undefined) decrypter.addPassphrase(await firstLineOf(keys.passphraseFile));
  if (keys.identityFile === undefined && keys.passphraseFile === undefined)
    throw new AppError("invalid_input", "the backup is encrypted: give --identity-file or --passphrase-file.");
  try {
    yield* await through(Readable.from(whole()), (web) => decrypter.decrypt(web));
  } catch (error) {
    throw new AppError("invalid_input", "the backup cannot be decrypted: the key is another one, or the file is damaged.", {
      cause: error,
    });
  }
}
