import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { FrozenHead } from "@/lib/domain/frozen-report";
import type { TaskReport } from "@/lib/domain/report";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { readReportBundle, writeReportBundle } from "./report-bundle";

const head: Omit<FrozenHead, "dataHash"> = {
  ...{ redlineReport: 1, id: "0f7c1d52-7a3f-4a37-9a53-6d5e5a5f2f11", name: "First submission", project: "Study", task: "Answers" },
  frozenAt: "2026-02-03T04:05:06.000Z",
  settings: { excluded: "without", filter: {}, level: "ordinal", intervals: [] },
  versions: { redline: "0.1.0", statistics: "1" },
};
const data = {
  ...reportDataFixture(),
  arms: {
    runs: [{ id: "run", judge: "judge" }],
    ratings: [{ rater: 0, sample: 1, criterion: 0, arm: "blind" as const, run: null, score: 4, durationMs: 2500 }],
    drafts: [{ run: 0, sample: 1, criterion: 0, score: 5 }],
  },
};
const report = { counts: { ratings: 192 }, warnings: [{ code: "x", message: "x", count: 3 }] } as TaskReport;
const written = writeReportBundle(head, data, report);
const text = written.pieces.join("");
const sha256 = (of: string) => createHash("sha256").update(of).digest("hex");

async function* linesOf(of: string) {
  yield* of.trimEnd().split("\n");
}
const read = (of: string) => readReportBundle(linesOf(of));
/** The same with a closing hash that fits. */
const resealed = (of: string) => {
  const body = `${of.trimEnd().split("\n").slice(0, -1).join("\n")}\n`;
  return `${body}${JSON.stringify({ sha256: sha256(body) })}\n`;
};

it("a bundle gives back the data, the report, the head and the hash", async () => {
  const bundle = await read(text);
  expect(bundle.data).toEqual(data);
  expect(bundle.report).toEqual(report);
  expect(bundle.head).toEqual(written.head);
  expect(bundle.hash).toBe(written.hash);
});

it("the hash is that of all lines but the last, as standard tools compute it, and the head has that of the data's", () => {
  const lines = text.trimEnd().split("\n");
  expect(sha256(`${lines.slice(0, -1).join("\n")}\n`)).toBe(written.hash);
  expect(sha256(`${lines.slice(1, -2).join("\n")}\n`)).toBe(written.head.dataHash);
});

it("a change of one score is found, also if the closing hash was made to fit", async () => {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.startsWith('["ratings"'));
  const tampered = lines.with(at, (lines[at] ?? "").replace(/"score":\d/, '"score":9')).join("\n");
  await expect(read(tampered)).rejects.toThrow(`line ${lines.length - 1}: the bundle was changed after it was frozen`);
  await expect(read(resealed(tampered))).rejects.toThrow("line 1: the bundle was changed after it was frozen: its data have the SHA-256");
});

it("a change of a frozen figure or of the head is found", async () => {
  await expect(read(text.replace('"ratings":192', '"ratings":193'))).rejects.toThrow("changed after it was frozen");
  await expect(read(text.replace("First submission", "Second submission"))).rejects.toThrow("changed after it was frozen");
});

it("what is no bundle is refused with the line", async () => {
  const lines = text.trimEnd().split("\n");
  await expect(read(lines.slice(0, -1).join("\n"))).rejects.toThrow(`truncated: it ends at line ${lines.length - 1}`);
  await expect(read('{"a":1}\n')).rejects.toThrow("line 1: this is not the bundle of a frozen report.");
  await expect(read(text.replace('"frozenAt":"2026', '"frozenAt":"x'))).rejects.toThrow(
    "line 1: this is not the bundle of a frozen report (frozenAt:",
  );
  await expect(read(lines.with(3, "nonsense").join("\n"))).rejects.toThrow("line 4: not a line of a frozen report's bundle.");
  await expect(read(lines.with(3, '["nothing",{}]').join("\n"))).rejects.toThrow('line 4: there is no list "nothing".');
  await expect(readReportBundle(Readable.from([]))).rejects.toThrow("the file is empty");
});

it("data that an older version did not have are taken as empty", async () => {
  const { adjudications: _, ...older } = data;
  const { pieces } = writeReportBundle(head, older as typeof data, report);
  expect((await read(pieces.join(""))).data.adjudications).toEqual([]);
});
