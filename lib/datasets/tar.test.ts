import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTar, readTar, tarHeader, tarPadding } from "./tar";

const encoder = new TextEncoder();
const archiveOf = (files: [string, string][]) =>
  Buffer.concat(
    files.flatMap(([path, text], index) => {
      const bytes = encoder.encode(text);
      return [tarHeader(path, bytes.byteLength), bytes, tarPadding(bytes.byteLength, index === files.length - 1)];
    }),
  );

test("a written archive is read back, including long paths and odd sizes", () => {
  const files: [string, string][] = [
    ["a.json", "{}"],
    [`${"deep/".repeat(30)}${"x".repeat(60)}.json`, "y".repeat(512)],
    ["é/ü.json", ""],
  ];
  const archive = archiveOf(files);
  expect(isTar(archive)).toBe(true);
  expect(readTar(archive).map((entry) => [entry.path, new TextDecoder().decode(entry.bytes)])).toEqual(files);
});

test("an archive made by the tar program is read", () => {
  const folder = mkdtempSync(join(tmpdir(), "redline-tar-"));
  const long = join("study", "n".repeat(120));
  mkdirSync(join(folder, long), { recursive: true });
  writeFileSync(join(folder, long, "A1.json"), "one");
  writeFileSync(join(folder, "study", "B.json"), "two");
  const archive = execFileSync("tar", ["cf", "-", "study"], { cwd: folder });
  const entries = readTar(archive).map((entry) => [entry.path, new TextDecoder().decode(entry.bytes)]);
  expect(new Map(entries as [string, string][])).toEqual(
    new Map([
      [`${long}/A1.json`, "one"],
      ["study/B.json", "two"],
    ]),
  );
});

test("an archive that is cut off says where", () => {
  const archive = archiveOf([["a.json", "z".repeat(2000)]]);
  expect(() => readTar(archive.subarray(0, 1024))).toThrow(/cut off at byte 0/);
  expect(() => readTar(Buffer.concat([archive.subarray(0, 2560), encoder.encode("q".repeat(512))]))).toThrow(/damaged at byte 2560/);
});
