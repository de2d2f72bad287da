import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, expect, test } from "vitest";
import { writeWhole } from "./whole-file";

const folder = mkdtempSync(join(tmpdir(), "redline-whole-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (path: string) => writeWhole(path, 0o666, (file) => pipeline(Readable.from("new"), file));

test("a pipe or a device is written to and stays what it is", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const [read] = await Promise.all([readFile(pipe, "utf8"), write(pipe)]);
  expect(read).toBe("new");
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test("a link stays one, and its file is replaced", async () => {
  const [file, link] = [join(folder, "file"), join(folder, "link")];
  writeFileSync(file, "old");
  symlinkSync(file, link);
  await write(link);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(file, "utf8")).toBe("new");
});

test("a folder, and a file in one that does not exist, are refused, and nothing is left beside them", async () => {
  mkdirSync(join(folder, "inner"));
  const before = readdirSync(folder);
  await expect(write(join(folder, "inner"))).rejects.toThrow(/inner is a folder; name a file in it/);
  await expect(write(join(folder, "none", "file"))).rejects.toThrow(/file: its folder does not exist/);
  expect(readdirSync(folder)).toEqual(before);
});
