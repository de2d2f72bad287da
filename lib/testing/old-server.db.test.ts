import { expect, test } from "vitest";
import { openDatabase } from "@/bin/lib/product.mjs";
import { openGate } from "@/e2e/support/gate";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "./database";

const database = temporaryDatabase();

test("a server of PostgreSQL 14 is refused by its version, and one of 15 is not", async () => {
  const { rows } = await pool().query<{ version: string }>("select current_setting('server_version_num') as version");
  const address = new URL(database.url);
  const opened = async (version: string) => {
    const change = (chunk: Buffer) => {
      const at = chunk.indexOf(rows[0]?.version ?? "");
      if (at >= 0) chunk.write(version, at);
    };
    const gate = await openGate({ host: address.hostname, port: Number(address.port) }, { change });
    const given = new URL(database.url);
    given.hostname = "127.0.0.1";
    given.port = String(gate.port);
    process.env.DATABASE_URL = given.href;
    try {
      return await openDatabase("nowhere").then(
        ({ isOwn }) => ({ isOwn }),
        (error: Error) => error.message,
      );
    } finally {
      process.env.DATABASE_URL = database.url;
      gate.close();
    }
  };
  expect(await opened("140021")).toMatch(
    /^The database of DATABASE_URL \(.*\) cannot be used: it is PostgreSQL 14, and Redline needs 15 or newer$/,
  );
  expect(await opened("150000")).toEqual({ isOwn: false });
});
