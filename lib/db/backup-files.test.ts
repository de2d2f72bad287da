import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { backupIntervalMs } from "@/lib/domain/backup-interval";
import { backupName, listBackups, msUntilDue, partialName, writeScheduled } from "./backup-files";

const folder = mkdtempSync(join(tmpdir(), "redline-files-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (text: string) => new Date(`2026-03-01T${text}Z`);

test("without a backup one is due at once; else when the time has passed since the newest; and at once if that one lies in the future", async () => {
  expect(await msUntilDue(join(folder, "none"), 3_600_000, at("12:00:00"))).toBe(0);
  writeFileSync(join(folder, backupName(at("10:00:00"), false)), "");
  writeFileSync(join(folder, backupName(at("11:30:00"), true)), "");
  expect((await listBackups(folder)).map(({ at: begun }) => begun.toISOString())).toEqual([
    "2026-03-01T11:30:00.000Z",
    "2026-03-01T10:00:00.000Z",
  ]);
  expect(await msUntilDue(folder, 3_600_000, at("12:00:00"))).toBe(1_800_000);
  expect(await msUntilDue(folder, 3_600_000, at("13:00:00"))).toBe(0);
  expect(await msUntilDue(folder, 3_600_000, at("09:00:00"))).toBe(0);
});

test("after a clock that ran ahead was set right one backup is written and kept, not one after another", async () => {
  const own = join(folder, "ahead");
  const write = async (path: string) => writeFileSync(path, "");
  const scheduled = (when: string) => writeScheduled({ folder: own, keep: 1, encrypted: false, at: at(when) }, write);
  await scheduled("15:00:00");
  const written = await scheduled("12:00:00");
  expect((await listBackups(own)).map(({ path }) => path)).toEqual([written]);
  writeFileSync(join(own, backupName(at("15:00:00"), false)), "");
  expect(await msUntilDue(own, 3_600_000, at("12:10:00"))).toBe(3_000_000);
});

test("a backup by a machine whose clock is a little ahead counts as just made", async () => {
  const own = join(folder, "skewed");
  mkdirSync(own);
  writeFileSync(join(own, backupName(at("12:00:04"), false)), "");
  expect(await msUntilDue(own, 3_600_000, at("12:00:00"))).toBe(3_600_000);
});

test("what interrupted backups left is deleted once nobody has written to it for an hour, and what is being written stays", async () => {
  const own = join(folder, "interrupted");
  mkdirSync(own);
  const final = backupName(at("11:00:00"), true);
  const names = [`${final}.part`, partialName(final), partialName(final), "mine.part"];
  for (const name of names) writeFileSync(join(own, name), "");
  for (const [name, minutes] of [
    [names[0], 61],
    [names[1], 61],
    [names[2], 59],
    [names[3], 61],
  ] as const)
    utimesSync(join(own, name ?? ""), at("12:00:00"), new Date(at("12:00:00").getTime() - minutes * 60_000));
  const written = await writeScheduled({ folder: own, keep: 1, encrypted: true, at: at("12:00:00") }, async (path) =>
    writeFileSync(path, ""),
  );
  expect(readdirSync(own).sort()).toEqual(["mine.part", names[2], basename(written)].sort());
});

test("times between backups are a number and m, h or d", () => {
  expect(["30m", "24h", "7d"].map(backupIntervalMs)).toEqual([1_800_000, 86_400_000, 604_800_000]);
  for (const wrong of ["", "0h", "24", "h", "-1h", "1.5h", "24 h", "99999h"]) expect(backupIntervalMs(wrong)).toBeNull();
});
