import { type Arbitrary, array, assert, asyncProperty, constantFrom, integer, option, record, string, uniqueArray } from "fast-check";
import { expect, it } from "vitest";
import type { BundleAction, BundleEvaluation, TaskBundle } from "@/lib/domain/bundle";
import { withItemIds } from "@/lib/domain/draft";
import { applyActions } from "@/lib/review/apply-actions";
import type { ReviewAction } from "@/lib/review/fold-actions";
import { draftText, evaluationRows, type WrittenDraft } from "./coeval/evaluation-rows";
import { annotatorFiles, folderNames } from "./coeval/file-names";
import { readCoeval } from "./read-coeval";
import { type CoevalTask, coevalFiles } from "./write-coeval";

const scale = { min: 1, max: 5, step: 1, levels: [] };

async function read(tasks: readonly CoevalTask[]): Promise<TaskBundle[]> {
  const files = await Promise.all(
    coevalFiles(tasks).map(async ({ path, body }) => {
      let written = "";
      for await (const part of body) written += part;
      const bytes = Buffer.from(written);
      return { path, size: bytes.byteLength, bytes: async () => bytes };
    }),
  );
  const { bundles, problems } = await readCoeval(files);
  expect(problems).toEqual([]);
  return bundles;
}

// What file names, JSON and the release's own columns each have trouble with.
const odd = constantFrom(
  "__proto__",
  "toString",
  "1",
  "/",
  "..",
  "combine_data",
  "A1",
  "a1",
  "é",
  "🌧",
  '"',
  "\\",
  "criteria",
  "model",
  "CON:",
);
const name = array(odd, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(" "));
const word = string({ unit: constantFrom("a", "b", " ", "é", '"', "4", "：", "\t", "\u2028"), maxLength: 8 });
const text = word.map((rest) => `x${rest}`);
const texts = array(text, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n"));
const reason = option(text);
const time = integer({ min: 1_700_000_000, max: 1_800_000_000 }).map((seconds) => new Date(seconds * 1000).toISOString());

type Did =
  | { kind: "accept" | "remove" | "accept-rest"; line: number; reason: string | null }
  | { kind: "revise" | "add"; line: number; text: string; reason: string | null }
  | { kind: "set-score"; score: number };

const line = integer({ min: 0, max: 4 });
const did: Arbitrary<Did> = integer({ min: 0, max: 5 }).chain((which): Arbitrary<Did> => {
  if (which === 0) return integer({ min: 1, max: 5 }).map((score) => ({ kind: "set-score", score }));
  if (which === 1) return record({ kind: constantFrom("revise" as const, "add" as const), line, text: texts, reason });
  return record({ kind: constantFrom("accept" as const, "remove" as const, "accept-rest" as const), line, reason });
});

const draft = record({
  score: option(integer({ min: 1, max: 5 })),
  opening: texts,
  scoreText: constantFrom("Score: ", "2. Score: out of 5: ", "Rated ", ""),
  quotes: array(texts, { maxLength: 2 }),
}).map(
  ({ score, opening, scoreText, quotes }): WrittenDraft & { items: { kind: "conclusion" | "score" | "evidence"; text: string }[] } => ({
    score,
    raw: "{}",
    items: [
      { kind: "conclusion", text: opening },
      { kind: "score", text: score === null ? "No figure." : `${scoreText}${score}` },
      ...quotes.map((quote) => ({ kind: "evidence" as const, text: quote })),
    ],
  }),
);

const study = record({
  name,
  inputName: name,
  outputName: name,
  description: texts,
  criteria: uniqueArray(name, { minLength: 1, maxLength: 2 }),
  samples: array(record({ input: texts, output: texts, system: option(text) }), { minLength: 1, maxLength: 2 }),
  annotators: uniqueArray(name, { maxLength: 3 }),
  drafts: array(draft, { minLength: 4, maxLength: 4 }),
  work: array(
    record({ did: array(did, { maxLength: 5 }), startedAt: option(time), endedAt: option(time), rated: constantFrom(true, true, false) }),
    {
      minLength: 12,
      maxLength: 12,
    },
  ),
});
type Study = typeof study extends Arbitrary<infer S> ? S : never;

const lineOf = (draftOf: WrittenDraft, given: number) => String(given % draftOf.items.length);

function actionsOf(dids: readonly Did[], of: WrittenDraft): ReviewAction[] {
  return dids.map((one, seq) => ({
    ...{ id: `n${seq}`, parentId: null, seq, undoesId: null, criterion: null, reasonCode: null, at: "2026-01-05T10:00:00.000Z" },
    kind: one.kind,
    itemId: "line" in one && one.kind !== "add" && one.kind !== "accept-rest" ? lineOf(of, one.line) : null,
    itemKind: one.kind === "add" ? "evidence" : null,
    text: "text" in one ? one.text : null,
    reason: "reason" in one ? one.reason : null,
    score: "score" in one ? one.score : null,
  }));
}

/** Every unit's result, from what was done here. */
function resultsOf({ annotators, samples, criteria, drafts, work }: Study) {
  return annotators.flatMap((annotator, who) =>
    samples.flatMap((_, position) =>
      criteria.flatMap((criterion, at) => {
        const { did, startedAt, endedAt, rated } = work[(who * 4 + position * 2 + at) % work.length] as Study["work"][number];
        const of = drafts[position * 2 + at] as Study["drafts"][number];
        const { lines, score } = applyActions({ items: withItemIds(of.items), draftScore: of.score, scale, actions: actionsOf(did, of) });
        return rated && score !== null ? [{ annotator, position, criterion, lines, score, startedAt, endedAt, of }] : [];
      }),
    ),
  );
}

async function* each<T>(values: readonly T[]) {
  yield* values;
}

function taskOf(given: Study): CoevalTask {
  const results = resultsOf(given);
  return {
    ...given,
    samples: given.samples.length,
    inputs: () => each(given.samples.map(({ input }) => input)),
    outputs: () => each(given.samples.map(({ output }) => output)),
    systems: () => each(given.samples.map(({ system }) => system)),
    drafts: (criterion) =>
      each(
        given.samples.map(
          (_, position) => draftText(given.drafts[position * 2 + given.criteria.indexOf(criterion)] as WrittenDraft, scale).text,
        ),
      ),
    annotators: given.annotators
      .filter((annotator) => results.some((one) => one.annotator === annotator))
      .map((annotator) => ({
        name: annotator,
        work: () =>
          each(
            given.samples.flatMap((sample, position) => {
              const evaluations = results
                .filter((one) => one.annotator === annotator && one.position === position)
                .map(({ lines, of, ...one }) => ({ ...one, rows: evaluationRows(lines, draftText(of, scale).lines) }));
              return evaluations.length === 0 ? [] : [{ position, ...sample, evaluations }];
            }),
          ),
      })),
  };
}

const joined = (given: string) =>
  given
    .split("\n")
    .map((part) => part.trim())
    .join(" ");

/** What happened to each line, in words that do not depend on where it was done. A line nobody acted on says nothing. */
const happened = (lines: readonly { original: string | null; text: string; outcome: string; reason: string | null }[]) =>
  lines.flatMap(({ original, text, outcome, reason }) => {
    if (outcome === "open") return [];
    const because = outcome === "remove" ? (reason ?? "1") : reason;
    return [
      {
        original: original === null ? null : joined(original),
        outcome,
        because,
        text: outcome === "revise" || outcome === "add" ? text : null,
      },
    ];
  });

/** The same of an evaluation that was read: lines by the draft's own numbers. */
function readBack({ actions }: BundleEvaluation, { items }: TaskBundle["judges"][number]["drafts"][number]) {
  const rows = actions.filter(({ kind }) => kind !== "set-score");
  const textOf = ({ itemId }: BundleAction) => (itemId === null ? null : (items[Number(itemId)]?.text ?? null));
  return {
    score: actions.findLast(({ kind }) => kind === "set-score")?.score,
    lines: rows.map((action) => ({ original: textOf(action), outcome: action.kind, because: action.reason, text: action.text })),
  };
}

const withoutScoreNote = (given: string | null) => given?.replace(/^Score: \d\. /, "") ?? null;

it("what is written is read again: texts, drafts with scores, actions with reasons and times, of any names", async () => {
  await assert(
    asyncProperty(uniqueArray(study, { minLength: 1, maxLength: 2, selector: (one) => one.name }), async (given) => {
      const bundles = await read(given.map(taskOf));
      expect(bundles.map(({ task }) => task.name).sort()).toEqual(given.map((one) => one.name).sort());
      for (const one of given) {
        const bundle = bundles.find(({ task }) => task.name === one.name) as TaskBundle;
        expect(bundle.task.description).toBe(one.description);
        expect(bundle.criteria.map((criterion) => criterion.name)).toEqual(one.criteria);
        expect(bundle.samples.map(({ input, output, system, metadata }) => ({ input, output, system, metadata }))).toEqual(
          one.samples.map((sample) => ({ ...sample, metadata: {} })),
        );
        const drafted = new Map(bundle.judges[0]?.drafts.map((entry) => [`${Number(entry.sampleId) - 1} ${entry.criterion}`, entry]));
        for (const [position] of one.samples.entries()) {
          for (const [at, criterion] of one.criteria.entries())
            expect(drafted.get(`${position} ${criterion}`)?.score).toBe(one.drafts[position * 2 + at]?.score);
        }
        const expected = resultsOf(one).map(({ annotator, position, criterion, lines, score, startedAt, endedAt }) => ({
          ...{ annotator, position, criterion, score, startedAt, endedAt },
          lines: happened(lines).map((entry) => ({ ...entry, original: withoutScoreNote(entry.original) })),
        }));
        const found = bundle.annotators.flatMap(({ name: annotator, assignments }) =>
          assignments.flatMap(({ sampleId, evaluations }) =>
            evaluations.map((evaluation) => {
              const position = Number(sampleId) - 1;
              const { criterion, startedAt, endedAt } = evaluation;
              const back = readBack(evaluation, drafted.get(`${position} ${criterion}`) as TaskBundle["judges"][number]["drafts"][number]);
              const lines = back.lines.map((entry) => ({ ...entry, original: withoutScoreNote(entry.original) }));
              return { annotator, position, criterion, score: back.score, startedAt, endedAt, lines };
            }),
          ),
        );
        expect(new Set(found.map((entry) => JSON.stringify(entry)))).toEqual(new Set(expected.map((entry) => JSON.stringify(entry))));
        expect(found.length).toBe(expected.length);
      }
    }),
    { numRuns: 400 },
  );
}, 60_000);

it("leaves a rating missing that an annotator did not give, also of a criterion called as what every object has", async () => {
  const criteria = ["toString", "Other"];
  const evaluations = [{ criterion: "Other", score: 3, startedAt: null, endedAt: null, rows: [] }];
  const sample = { input: "In", output: "Out", system: null };
  const [bundle] = await read([
    {
      ...{ name: "T", description: "", inputName: "question", outputName: "answer", criteria, samples: 1 },
      inputs: () => each(["In"]),
      outputs: () => each(["Out"]),
      systems: () => each([null]),
      drafts: () => each([""]),
      annotators: [{ name: "Ann", work: () => each([{ ...sample, position: 0, evaluations }]) }],
    },
  ]);
  expect(bundle?.annotators[0]?.assignments[0]?.evaluations.map(({ criterion }) => criterion)).toEqual(["Other"]);
});

it("names annotators' files after them where that can be a file, and otherwise as the release does", () => {
  expect(annotatorFiles(["Ann", "ann", "a/b", "A1", "combine_data", "..", "x."])).toEqual([
    "Ann.json",
    "A2.json",
    "A3.json",
    "A1.json",
    "A4.json",
    "A5.json",
    "A6.json",
  ]);
  expect(folderNames(["Q/A", "Q-A", "..", "q-a"])).toEqual(["Q-A 3", "Q-A", "task", "q-a 2"]);
  // As JSON.parse reorders them.
  expect(folderNames([".. 1", "1"])).toEqual(["1 2", "1"]);
  expect(folderNames(["1", ".. 1"])).toEqual(["1", "1 2"]);
});

it("makes the line of a score say it, and keeps a raw reply whose lines are the draft's", () => {
  const items = [
    { kind: "conclusion", text: "Fine." },
    { kind: "score", text: "Rated 4" },
  ];
  expect(draftText({ score: 4, items, raw: "{}" }, scale)).toEqual({
    text: "Fine.\nScore: 4. Rated 4",
    lines: ["Fine.", "Score: 4. Rated 4"],
  });
  expect(draftText({ score: null, items, raw: " Fine.\n\nRated 4 " }, scale).text).toBe(" Fine.\n\nRated 4 ");
  // Between the points of the scale: nothing in a release can say that.
  expect(draftText({ score: 3.5, items, raw: "" }, scale).text).toBe("Fine.\nRated 4");
});
