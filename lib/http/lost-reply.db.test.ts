import { expect, test, vi } from "vitest";
import { releaseClaims } from "@/lib/db/claim-holder";
import { inTransaction, pool } from "@/lib/db/client";
import { claimReply, forgetReply } from "@/lib/db/idempotency";
import { AppError } from "@/lib/domain/errors";
import { makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { replayable } from "./replay";

temporaryInstance();

/** Names of projects differ, so that only the key keeps work from being done twice. */
const rows = async (name: string) => (await pool().query("select 1 from projects where name like $1 || '%'", [name])).rowCount;
let made = 0;

/** Makes a project in a transaction; the result has values that JSON does not know. */
const add = (name: string) =>
  inTransaction(async ({ bare }) => {
    const { rows: added } = await bare.query<{ id: string; at: Date }>(
      "insert into projects (name) values ($1) returning id, created_at as at",
      [`${name} ${made++}`],
    );
    return { at: added[0]?.at, names: new Map([[added[0]?.id, name]]) };
  });

const gone = () => Object.assign(new Error("terminating connection"), { code: "57P01" });

function gate() {
  const latch = new AbortController();
  const opened = new Promise<void>((resolve) => latch.signal.addEventListener("abort", () => resolve()));
  return { open: () => latch.abort(), opened };
}

/** One person's request with this key, as often as wanted. */
async function asker(key: string) {
  const { userId } = await makeAccount();
  const request = new Request("http://127.0.0.1:3000/api/v1/things", { method: "POST" });
  return async (work: () => Promise<unknown>) => replayable(request, { userId, key, bodyText: "{}" }, work);
}

test("work that lost the database between two transactions goes on after the first, which is not done again", async () => {
  const ask = await asker("between");
  let fails = true;
  const work = async () => {
    const first = await add("First of two");
    if (fails) throw gone();
    await add("Second of two");
    return { at: first.at?.toISOString(), names: [...first.names.values()] };
  };
  await expect(ask(work)).rejects.toThrow("terminating connection");
  fails = false;
  const repeated = await ask(work);
  expect(repeated.headers.get("idempotency-replayed")).toBe("true");
  expect(await repeated.json()).toEqual({ at: expect.stringMatching(/^\d{4}-/), names: ["First of two"] });
  expect([await rows("First of two"), await rows("Second of two")]).toEqual([1, 1]);
});

test("a refusal after a commit frees the key, as its answer was given", async () => {
  const ask = await asker("refused");
  const work = async () => {
    await add("Refused");
    throw new AppError("conflict", "Not like this.");
  };
  await expect(ask(work)).rejects.toThrow("Not like this.");
  await expect(ask(work)).rejects.toThrow("Not like this.");
  expect(await rows("Refused")).toBe(2);
});

test("where the repeat is refused because the work is done already, it is told so; nothing is done twice", async () => {
  const ask = await asker("checked-before");
  const work = async () => {
    if ((await rows("Checked before")) !== 0) throw new AppError("conflict", "There is one already.");
    await add("Checked before");
    throw gone();
  };
  await expect(ask(work)).rejects.toThrow("terminating connection");
  for (const _ of [1, 2])
    await expect(ask(work)).rejects.toMatchObject({ message: expect.stringContaining("was carried out"), details: { carriedOut: true } });
  expect(await rows("Checked before")).toBe(1);
});

test("a result that cannot be kept is said to be carried out", async () => {
  const ask = await asker("unkept");
  const work = async () => {
    await inTransaction(async ({ bare }) => {
      await bare.query("insert into projects (name) values ('Unkept')");
      return () => "a function";
    });
    throw gone();
  };
  await expect(ask(work)).rejects.toThrow("terminating connection");
  await expect(ask(work)).rejects.toMatchObject({ details: { carriedOut: true } });
  expect(await rows("Unkept")).toBe(1);
});

test("an attempt that was only slow cannot commit what a repeat has committed", async () => {
  const { userId } = await makeAccount();
  const request = new Request("http://127.0.0.1:3000/api/v1/things", { method: "POST" });
  const [started, mayGoOn] = [gate(), gate()];
  const slow = replayable(request, { userId, key: "slow", bodyText: "{}" }, async () => {
    started.open();
    await mayGoOn.opened;
    await add("Slow");
    return {};
  });
  await started.opened;
  await pool().query("update idempotent_replies set created_at = now() - interval '10 minutes' where key = 'slow'");
  const quick = replayable(request, { userId, key: "slow", bodyText: "{}" }, async () => {
    await add("Slow");
    mayGoOn.open();
    await expect(slow).rejects.toMatchObject({ details: { carriedOut: true } });
    return { slow: "refused" };
  });
  expect((await quick).status).toBe(200);
  expect(await rows("Slow")).toBe(1);
  const again = await replayable(request, { userId, key: "slow", bodyText: "{}" }, async () => ({}));
  expect(await again.json()).toEqual({ slow: "refused" });
});

test("a request that fails with the database is free again once it is back, also if its key could not be freed at once", async () => {
  const ask = await asker("freed-later");
  let broken = true;
  const work = async () => {
    if (!broken) return { done: true };
    // Nothing can be written from now on, as when connections are used up.
    await pool().query(`create function no_more() returns trigger language plpgsql as $$ begin raise exception using errcode = '53300'; end $$;
      create trigger no_more before delete on idempotent_replies for each statement execute function no_more()`);
    throw gone();
  };
  // The caller hears of its own trouble.
  await expect(ask(work)).rejects.toThrow("terminating connection");
  await expect(ask(work)).rejects.toThrow("is being processed");
  broken = false;
  await pool().query("drop trigger no_more on idempotent_replies");
  const again = await vi.waitFor(() => ask(work), { timeout: 5000, interval: 200 });
  expect(await again.json()).toEqual({ done: true });
});

test("a late attempt does not free the key that a later one holds", async () => {
  const { userId } = await makeAccount();
  const claim = { userId, key: "later", requestHash: "same" };
  const first = await claimReply(claim);
  await pool().query("update idempotent_replies set created_at = now() - interval '10 minutes' where key = 'later'");
  const second = await claimReply(claim);
  expect([first.found, second.found]).toEqual(["nothing", "nothing"]);
  await forgetReply(claim, { attempt: "attempt" in first ? first.attempt : "", keepDone: true });
  await expect(claimReply(claim)).rejects.toThrow("is being processed");
  await forgetReply(claim, { attempt: "attempt" in second ? second.attempt : "", keepDone: true });
  expect((await claimReply(claim)).found).toBe("nothing");
});

test("where the lock of a process cannot be taken, a request is refused rather than claimed for minutes", async () => {
  const ask = await asker("no-lock");
  await releaseClaims();
  await expect(ask(async () => ({}))).resolves.toMatchObject({ status: 200 });
  await releaseClaims();
  const { DATABASE_URL = "" } = process.env;
  const away = new URL(DATABASE_URL);
  away.port = "1";
  const other = await asker("no-lock-2");
  await pool().query("select 1");
  process.env.DATABASE_URL = away.href;
  await expect(other(async () => ({}))).rejects.toMatchObject({ code: "ECONNREFUSED" });
  process.env.DATABASE_URL = DATABASE_URL;
  expect((await pool().query("select 1 from idempotent_replies where key = 'no-lock-2'")).rowCount).toBe(0);
  await expect(other(async () => ({}))).resolves.toMatchObject({ status: 200 });
});
