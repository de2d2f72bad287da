import { expect, test } from "vitest";
import { isPrepared, readMigrations } from "@/bin/lib/migrate.mjs";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "./database";

const database = temporaryDatabase();
const address = () => database.url;

test("a database with the committed migrations needs no preparation before a command", async () => {
  expect(await isPrepared(address())).toBe(true);
});

test("one without a migration, with an edited one or of a newer version does", async () => {
  const [first, ...others] = readMigrations();
  if (first === undefined) throw new Error("there are migrations");
  expect(await isPrepared(address(), [...others, first, { ...first, name: "99990101000000_next" }])).toBe(false);
  expect(await isPrepared(address(), [{ ...first, checksum: "0" }, ...others])).toBe(false);
  expect(await isPrepared(address(), others)).toBe(false);
});

test("so does one whose sessions are in another zone, and one that is not there", async () => {
  const name = new URL(address()).pathname.slice(1);
  await pool().query(`alter database "${name}" set timezone = 'Asia/Tokyo'`);
  expect(await isPrepared(address())).toBe(false);
  await pool().query(`alter database "${name}" reset timezone`);
  expect(await isPrepared(address())).toBe(true);
  expect(await isPrepared(address().replace(name, "nowhere"))).toBe(false);
});
