import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { db } from "./client";
import { readChunks, storeChunks } from "./import-chunks";
import { createImport } from "./imports";

temporaryDatabase();

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("a stored file comes back whole, in pieces of 16 KiB with other work's turn before each, and says how far it is", async () => {
  const { projectId } = await loadSmallStudy(smallBundle(1));
  const file = { projectId, fileName: "a.csv", taskName: null, format: "csv", scale: null, options: {} };
  const id = await createImport(db(), { ...file, status: "staging", createdById: instanceAdmin.userId });
  const bytes = Uint8Array.from({ length: 1_300_000 }, (_, at) => (at * 31) % 251);
  const parts = [bytes.subarray(0, 700_000), bytes.subarray(700_000, 1_200_000), bytes.subarray(1_200_000)];
  const source = async function* () {
    yield* parts;
  };
  expect(await storeChunks(id, source())).toBe(bytes.length);
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  const turnsBefore: number[] = [];
  const pieces: Uint8Array[] = [];
  const shares: number[] = [];
  for await (const piece of readChunks(id, async (share) => void shares.push(share))) {
    turnsBefore.push(turns);
    turns = 0;
    pieces.push(piece);
  }
  clearImmediate(next);
  expect(hashOf(Buffer.concat(pieces))).toBe(hashOf(bytes));
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(16_384);
  expect(Math.min(...turnsBefore)).toBeGreaterThan(0);
  expect(shares).toEqual([0.5, 1]);
});
