import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { swapOutputNames } from "@/lib/domain/pair-outputs";
import { trainingSplits } from "@/lib/domain/training";
import { draft, exported, factsOf, group, pair, sample } from "@/lib/testing/training-fixture";
import type { TrainingGroup } from "./training-group";

const arbitraryPair = fc
  .record({
    output: fc.string({ minLength: 1, maxLength: 4 }),
    outputB: fc.string({ minLength: 1, maxLength: 4 }),
    goldLabel: fc.constantFrom("A" as const, "B" as const, "tie" as const, null),
    text: fc.stringMatching(/^[AB[\] ]{0,8}$/u),
    score: fc.constantFrom(-1, 0, 1),
  })
  .map(({ text, score, ...fields }) =>
    pair({
      ...fields,
      reference: "R",
      critiques: [draft({ critiques: { pointwise: { referenced: {}, free: {} }, pairwise: { free: { text, score } } } })],
    }),
  );
/** Groups of pairs; the last always gives a line. */
const arbitraryGroups = fc
  .uniqueArray(fc.string({ maxLength: 6 }), { maxLength: 12 })
  .chain((keys) =>
    fc
      .tuple(...keys.map((inputKey) => fc.array(arbitraryPair, { minLength: 1, maxLength: 4 }).map((samples) => ({ inputKey, samples }))))
      .map((groups) => [...groups, { inputKey: "the last", samples: [sure] }].map(asGroup)),
  );
const sure = pair({
  goldLabel: "A",
  critiques: [draft({ critiques: { pointwise: { referenced: {}, free: {} }, pairwise: { free: { text: "[A]", score: 1 } } } })],
});
const asGroup = ({ inputKey, samples }: Pick<TrainingGroup, "inputKey" | "samples">): TrainingGroup => ({
  inputKey,
  splitKey: inputKey,
  samples: samples.map((one, at) => ({ ...one, externalId: `${inputKey} ${at}`, input: inputKey })),
});

test("in every export, no input is in two splits and the manifest counts the lines of the files exactly", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryGroups, fc.integer(), fc.constantFrom("dpo", "sft"), async (groups, seed, format) => {
      const { bySplit, texts, manifest } = await exported(factsOf("pairwise"), groups, {
        format,
        seed: String(seed),
        shares: "0.4,0.3,0.3",
      });
      const inputs = bySplit.map((lines) => new Set(lines.map(({ id }) => id.split(" / ")[0]?.replace(/ \d+$/u, ""))));
      expect(new Set(inputs.flatMap((set) => [...set])).size).toBe(inputs.reduce((sum, set) => sum + set.size, 0));
      for (const [at, split] of trainingSplits.entries()) {
        const file = manifest.files[at];
        expect(file).toMatchObject({ split, lines: bySplit[at]?.length, bytes: Buffer.byteLength(texts[split]) });
        expect(file?.sha256).toBe(createHash("sha256").update(texts[split]).digest("hex"));
        expect(manifest.counts[split]).toMatchObject({ lines: bySplit[at]?.length, inputs: inputs[at]?.size });
      }
      const lines = trainingSplits.reduce((sum, split) => sum + manifest.counts[split].lines - manifest.counts[split].swapped, 0);
      expect(manifest.candidates).toBe(lines + manifest.dropped.reduce((sum, { count }) => sum + count, 0));
    }),
    { numRuns: 60 },
  );
});

test("reversing only swaps chosen and rejected, so reversing twice changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryGroups, async (groups) => {
      const plain = await exported(factsOf("pairwise"), groups, { format: "dpo" });
      const reversed = await exported(factsOf("pairwise"), groups, { format: "dpo", reversed: "true" });
      expect(reversed.manifest.reversed).toBe(true);
      expect(
        reversed.bySplit.map((lines) =>
          lines.map((line) => ("chosen" in line ? { ...line, chosen: line.rejected, rejected: line.chosen } : line)),
        ),
      ).toEqual(plain.bySplit);
    }),
    { numRuns: 40 },
  );
});

test("each critique of a pair has its swapped twin in the same split, so neither position wins more often", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryGroups, async (groups) => {
      const { bySplit } = await exported(factsOf("pairwise"), groups, { format: "sft" });
      for (const lines of bySplit) {
        const completions = lines.flatMap((line) => ("completion" in line ? (line.completion[0]?.content ?? "") : []));
        expect(completions.filter((text) => text.endsWith("Verdict: [A]"))).toHaveLength(
          completions.filter((text) => text.endsWith("Verdict: [B]")).length,
        );
        expect(completions.map(swapOutputNames).sort()).toEqual([...completions].sort());
      }
    }),
    { numRuns: 40 },
  );
});

test.each([
  ["for a task without samples", "pairwise", [], {}, "The task has no samples."],
  ["whose inputs have no two outputs", "pointwise", [group(sample())], {}, "No input has two outputs to compare."],
  [
    "whose pairs are all ties or unlabelled",
    "pairwise",
    [group(pair({ goldLabel: "tie" }), pair({}))],
    {},
    "None of the 2 candidates can be used. 1 × The source has no gold label, or no score for one of the outputs. 1 × The source calls it a tie, or gives both outputs the same score.",
  ],
  [
    "whose judge wrote nothing in the requested settings",
    "pairwise",
    [group(sure)],
    { format: "sft", source: "judge:J", settings: "pointwise-free" },
    'There are no critiques by the judge "J" in these settings: pointwise-free.',
  ],
] as const)("an export %s is refused with the reason", async (_, kind, groups, given, why) => {
  const asked = exported(factsOf(kind), [...groups], { format: "dpo", ...given });
  await expect(asked).rejects.toMatchObject({ code: "conflict", message: why });
});

test("a split asked for alone is the same file as with the others", async () => {
  const groups = Array.from({ length: 40 }, (_, at) => ({
    inputKey: `k${at}`,
    splitKey: `k${at}`,
    samples: [pair({ externalId: `s${at}`, input: `Q${at}`, goldLabel: "A" })],
  }));
  const all = await exported(factsOf("pairwise"), groups, { format: "dpo" });
  for (const split of trainingSplits) {
    const alone = await exported(factsOf("pairwise"), groups, { format: "dpo" }, [split]);
    expect(alone.texts).toEqual({ train: "", validation: "", test: "", manifest: "", [split]: all.texts[split] });
  }
  const manifest = await exported(factsOf("pairwise"), groups, { format: "dpo" }, ["manifest"]);
  expect(manifest.texts).toEqual({ train: "", validation: "", test: "", manifest: all.texts.manifest });
});
