import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { ImportEvent, SampleRecord } from "@/lib/domain/import";
import { type LlmbarFile, readLlmbar, subsetOf } from "./read-llmbar";

const fixture = async (path: string): Promise<LlmbarFile> => ({
  path: `llmbar/${path}`,
  bytes: await readFile(new URL(`../testing/llmbar/${path}`, import.meta.url)),
});
const file = (path: string, value: unknown): LlmbarFile => ({
  path,
  bytes: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
});

async function read(...files: LlmbarFile[]): Promise<ImportEvent[]> {
  const events: ImportEvent[] = [];
  for await (const batch of readLlmbar(files)) events.push(...batch);
  return events;
}
const problems = (events: ImportEvent[]) =>
  events.flatMap((event) => (event.kind === "problem" ? [[event.file, event.row, event.field, event.message] as const] : []));
const samples = (events: ImportEvent[]) => events.filter((event): event is SampleRecord => event.kind === "sample");

const good = { input: "q", output_1: "a", output_2: "b", label: 1 };

describe("LLMBar's lists", () => {
  it("entries become pairs with gold label and subset, named by subset and position", async () => {
    const events = await read(await fixture("Adversarial/Tricky/dataset.json"), await fixture("Natural/dataset.json"));
    expect(problems(events)).toEqual([]);
    expect(samples(events)).toMatchObject([
      {
        externalId: "Tricky-1",
        subset: "Tricky",
        goldLabel: "B",
        output: expect.stringContaining("nectar"),
        outputB: "Honey.",
        metadata: { source: "kept as metadata" },
      },
      { externalId: "Natural-1", subset: "Natural", goldLabel: "A", system: null, systemB: null, metadata: {} },
      { externalId: "Natural-2", subset: "Natural", goldLabel: "B" },
    ]);
  });

  it.each([
    ["Dataset/LLMBar/Adversarial/GPTInst/dataset.json", "GPTInst"],
    ["GPTInst/dataset.json", "GPTInst"],
    ["./GPTOut.json", "GPTOut"],
    ["dataset.json", "dataset"],
  ])("%s is the subset %s whichever folder was given", (path, subset) => {
    expect(subsetOf(path)).toBe(subset);
  });

  it("problems name file, row and the field as the file spells it", async () => {
    const { label: _, ...unlabelled } = good;
    const events = await read(
      file("x/One.json", [good, { ...good, label: 3 }, unlabelled, "text", { ...good, output_2: ["b"] }]),
      file("x/Two.json", [{ ...good, input: "a\u0000b" }]),
      file("x/Three.json", "[{"),
      file("x/Four.json", []),
      file("y/One.json", [good]),
    );
    expect(problems(events).map(([path, row, field]) => [path, row, field])).toEqual([
      ["x/One.json", 2, "label"],
      ["x/One.json", 3, "label"],
      ["x/One.json", 4, null],
      ["x/One.json", 5, "output_2"],
      ["x/Two.json", 1, "input"],
      ["x/Three.json", null, null],
      ["x/Four.json", null, null],
      ["y/One.json", null, null],
    ]);
    expect(problems(events).at(-1)?.[3]).toContain('"One" is already in x/One.json');
    expect(samples(events)).toHaveLength(1);
  });

  it("other JSON files of the folder are skipped and named; alone, such a file is refused", async () => {
    const [warning, sample] = await read(file("x/about.json", { by: "us" }), file("x/One.json", [good]));
    expect(warning).toMatchObject({ kind: "warning", message: expect.stringContaining("x/about.json") });
    expect(sample).toMatchObject({ externalId: "One-1" });
    expect(problems(await read(file("about.json", { by: "us" })))).toHaveLength(1);
  });
});
