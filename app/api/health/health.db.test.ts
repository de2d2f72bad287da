import { expect, test } from "vitest";
import { disconnect, pool } from "@/lib/db/client";
import { temporaryInstance } from "@/lib/testing/accounts";
import packageFile from "@/package.json";
import { GET } from "./route";

temporaryInstance();

const ask = async () => {
  const response = await GET(new Request("http://127.0.0.1:3000/api/health"));
  return { status: response.status, body: await response.json() };
};
const beat = (ago: string) =>
  pool().query(
    "insert into worker_heartbeats (id, beat_at) values ('w', now() - $1::interval) on conflict (id) do update set beat_at = excluded.beat_at",
    [ago],
  );
const version = packageFile.version;

test("health is ok with a fresh heartbeat and says what fails without one", async () => {
  expect(await ask()).toEqual({ status: 503, body: { status: "error", database: "ok", worker: "no worker has started yet", version } });
  await beat("2 seconds");
  expect(await ask()).toEqual({ status: 200, body: { status: "ok", database: "ok", worker: "ok", version } });
  await beat("30 seconds");
  expect(await ask()).toEqual({ status: 503, body: { status: "error", database: "ok", worker: "no heartbeat for 30 s", version } });
});

test("health says why when the database does not answer", async () => {
  const url = process.env.DATABASE_URL;
  await disconnect();
  process.env.DATABASE_URL = "postgres://127.0.0.1:1/none";
  try {
    const { status, body } = await ask();
    expect(status).toBe(503);
    expect(body).toMatchObject({ status: "error", database: "it is not answering", version });
  } finally {
    await disconnect();
    process.env.DATABASE_URL = url;
  }
});
