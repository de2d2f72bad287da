import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { backupIntervalMs } from "@/lib/domain/backup-interval";
import { backupName, listBackups, msUntilDue } from "./backup-files";

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

test("times between backups are a number and m, h or d", () => {
  expect(["30m", "24h", "7d"].map(backupIntervalMs)).toEqual([1_800_000, 86_400_000, 604_800_000]);
  for (const wrong of ["", "0h", "24", "h", "-1h", "1.5h", "24 h", "99999h"]) expect(backupIntervalMs(wrong)).toBeNull();
});
