import "server-only";
import { createHash } from "node:crypto";
import { S3mini } from "s3mini";
import { env } from "@/lib/env";

/** A place for files beside the database, with S3's protocol. */
export interface ObjectStore {
  /** What the keys of this installation begin with: a bucket may be shared. */
  prefix: string;
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null: there is none. */
  get(key: string): Promise<Buffer | null>;
  remove(keys: readonly string[]): Promise<void>;
  /** The files whose keys begin so, as pages. */
  list(beginning: string): AsyncGenerator<{ key: string; changedAt: Date }[]>;
}

let last: { from: string; store: ObjectStore | null } | null = null;

/** Where images and prepared exports are kept; null: in the database. Throws an Error that names a missing setting. */
export function objectStore(): ObjectStore | null {
  const { REDLINE_S3_URL, REDLINE_S3_REGION, REDLINE_S3_KEY_ID, REDLINE_S3_SECRET, REDLINE_SECRET } = env();
  const from = JSON.stringify([REDLINE_S3_URL, REDLINE_S3_REGION, REDLINE_S3_KEY_ID, REDLINE_S3_SECRET, REDLINE_SECRET]);
  if (last?.from === from) return last.store;
  if (REDLINE_S3_URL === undefined) last = { from, store: null };
  else {
    if (REDLINE_S3_KEY_ID === undefined || REDLINE_S3_SECRET === undefined)
      throw new Error("REDLINE_S3_URL needs REDLINE_S3_KEY_ID and REDLINE_S3_SECRET.");
    const client = new S3mini({
      ...{ endpoint: REDLINE_S3_URL, region: REDLINE_S3_REGION, accessKeyId: REDLINE_S3_KEY_ID, secretAccessKey: REDLINE_S3_SECRET },
      requestAbortTimeout: 30_000,
    });
    // By the secret, which all processes of an installation share.
    last = {
      from,
      store: storeOn(client, `redline-${createHash("sha256").update(`objects\n${REDLINE_SECRET}`).digest("hex").slice(0, 16)}/`),
    };
  }
  return last.store;
}

const storeOn = (client: S3mini, prefix: string): ObjectStore => ({
  prefix,
  async put(key, bytes, type) {
    await client.putObject(key, Buffer.from(bytes), type);
  },
  async get(key) {
    const bytes = await client.getObjectArrayBuffer(key);
    return bytes === null ? null : Buffer.from(bytes);
  },
  async remove(keys) {
    if (keys.length > 0) await client.deleteObjects([...keys]);
  },
  async *list(beginning) {
    for (let token: string | undefined; ; ) {
      const page = await client.listObjectsPaged("/", beginning, 1000, token);
      yield (page?.objects ?? []).map(({ Key, LastModified }) => ({ key: Key, changedAt: new Date(LastModified) }));
      token = page?.nextContinuationToken;
      if (!token) return;
    }
  },
});
