import { describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import { figureUnits } from "@/lib/domain/figure-units";
import type { Actor } from "@/lib/domain/policy";
import { planContent } from "@/lib/domain/study-plan";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { listUnits } from "./list-units";
import { nextAssignment } from "./next-assignment";
import { readReport } from "./read-report";
import { revealDrafts } from "./reveal-drafts";
import { saveActions } from "./save-actions";
import { savePlan } from "./save-plan";
import { startPlan } from "./start-plan";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

type Step = Partial<NewAction> & Pick<NewAction, "kind">;

/** A study of one sample, whose draft is a conclusion (0), a score (1) and a quote (2), and somebody who works on it. */
async function begun(draftScore = 4, inPlan?: (researcher: Actor, taskId: string) => Promise<void>) {
  const bundle = smallBundle(1);
  for (const draft of bundle.judges[0]?.drafts ?? []) draft.score = draftScore;
  const { projectId, taskId, criteria } = await loadSmallStudy(bundle);
  await inPlan?.(await member(projectId, "researcher"), taskId);
  const annotator = await member(projectId, "annotator");
  const assignmentId = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
  const [clear = "", truth = ""] = criteria;
  let parentId: string | null = null;
  const doOn = async (criterionId: string, first: string | null, steps: Step[]) => {
    parentId = first;
    for (const step of steps) {
      const made: NewAction = action({ ...step, parentId });
      await saveActions(annotator, { assignmentId, criterionId, actions: [made] });
      parentId = made.id;
    }
    return parentId;
  };
  return { projectId, taskId, annotator, assignmentId, clear, truth, doOn };
}

type Begun = Awaited<ReturnType<typeof begun>>;

/** The tally of the first criterion's kinds of lines, and how many lines the report says and lists for each reason, with the words beside them. */
async function reported({ projectId, taskId, annotator, assignmentId, clear }: Begun) {
  await submitAssignment(annotator, { assignmentId });
  const [report] = (await readReport(instanceAdmin, { projectId })).tasks;
  const shares = Object.entries(report?.actions["draft judge"]?.reasonShares ?? {}).map(([reason, { count }]) => [reason, count] as const);
  const listed: Record<string, [number, ...string[]]> = {};
  for (const reason of ["unclear", "made-up", "wrong-score", "other", "own words"]) {
    const selection = unitSelection.parse(figureUnits.overruled("draft judge", reason));
    const { counts, items } = await listUnits(instanceAdmin, { taskId, limit: 5, selection });
    if (counts.lines > 0) listed[reason] = [counts.lines, ...items.flatMap(({ words }) => words)];
  }
  expect(Object.fromEntries(Object.entries(listed).map(([reason, [n]]) => [reason, n]))).toEqual(Object.fromEntries(shares));
  const { rows } = await pool().query<{ tally: Record<string, Record<string, number>> }>(
    "select tally from evaluations where assignment_id = $1 and criterion_id = $2",
    [assignmentId, clear],
  );
  const overruled = Object.values(rows[0]?.tally ?? {}).reduce(
    (sum, { revise = 0, remove = 0, add = 0 }) => sum + revise + remove + add,
    0,
  );
  return { overruled, listed };
}

const undo = (undoesId: string): Step => ({ kind: "undo", undoesId });
const gone: Step = { kind: "remove", itemId: "0", reasonCode: "made-up", reason: "Not there." };
const kept = (...items: string[]) => items.map((itemId): Step => ({ kind: "accept", itemId }));
const revised: Step = { kind: "revise", itemId: "2", text: "other words" };
const scored: Step = { kind: "set-score", score: 3 };
const own: Step = { kind: "add", itemKind: "evidence", text: "my own" };

describe("a reason counts once for each line that is overruled in the end", () => {
  test.each<[string, (one: string, two: string, three: string) => Step[], number, Record<string, [number, ...string[]]>]>([
    ["undone", (one) => [{ ...gone, id: one }, undo(one), ...kept("0", "1", "2")], 0, {}],
    [
      "undone and redone",
      (one, two) => [{ ...gone, id: one }, { ...undo(one), id: two }, undo(two), ...kept("1", "2")],
      1,
      { "made-up": [1, "Not there."] },
    ],
    [
      "redone, and that undone",
      (one, two, three) => [
        { ...gone, id: one },
        { ...undo(one), id: two },
        { ...undo(two), id: three },
        undo(three),
        ...kept("0", "1", "2"),
      ],
      0,
      {},
    ],
    [
      "undone again after a redo",
      (one, two) => [{ ...gone, id: one }, { ...undo(one), id: two }, undo(two), undo(one), ...kept("0", "1", "2")],
      0,
      {},
    ],
    ["changed", () => [gone, { ...gone, reasonCode: "unclear", reason: null }, ...kept("1", "2")], 1, { unclear: [1] }],
    [
      "kept while the text is edited",
      () => [{ ...revised, reason: "Too long" }, { ...revised, text: "and others", reason: "Too long" }, ...kept("0", "1")],
      1,
      { "own words": [1, "Too long"] },
    ],
    ["taken back with the line restored", () => [gone, ...kept("0", "1", "2")], 0, {}],
    [
      "of a score that was revised as a line first",
      () => [{ kind: "revise", itemId: "1", score: 2, reasonCode: "unclear" }, { ...scored, reasonCode: "wrong-score" }, ...kept("0", "2")],
      1,
      { "wrong-score": [1] },
    ],
    [
      "of a score that became the draft's again",
      () => [{ ...scored, reasonCode: "wrong-score" }, { kind: "set-score", score: 4, reason: "It is right" }, ...kept("0", "2")],
      0,
      {},
    ],
    [
      "of a line of one's own, rewritten",
      (one) => [
        { ...own, id: one, reasonCode: "unclear" },
        { kind: "revise", itemId: one, text: "better", reason: "Overlooked" },
        ...kept("0", "1", "2"),
      ],
      1,
      { "own words": [1, "Overlooked"] },
    ],
    [
      "of a line of one's own, removed",
      (one) => [{ ...own, id: one, reasonCode: "unclear" }, { kind: "remove", itemId: one, reason: "No" }, ...kept("0", "1", "2")],
      0,
      {},
    ],
    [
      "given for two lines, in words once",
      () => [gone, { ...revised, reasonCode: "made-up" }, ...kept("1")],
      2,
      { "made-up": [2, "Not there."] },
    ],
  ])("%s", async (_, steps, overruled, listed) => {
    const study = await begun();
    await study.doOn(study.clear, null, steps(crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()));
    await saveActions(study.annotator, { assignmentId: study.assignmentId, criterionId: study.truth, actions: acceptAll() });
    expect(await reported(study)).toEqual({ overruled, listed });
  });
});

test("a score taken from between the points of the scale has no reason of a person, unless somebody gives one", async () => {
  const study = await begun(3.4);
  const rounded: Step = { kind: "set-score", score: 3, reasonCode: "other", reason: "nearest to 3.4" };
  await study.doOn(study.clear, null, [...kept("0", "2"), rounded]);
  await study.doOn(study.truth, null, [...kept("0", "2"), rounded, { ...scored, reasonCode: "other", reason: "nearest to the text" }]);
  expect(await reported(study)).toEqual({ overruled: 1, listed: { other: [1, "nearest to the text"] } });
});

test("what was written before the draft was shown overrules none of its lines", async () => {
  const study = await begun(4, async (researcher, taskId) => {
    const run = await pool().query<{ id: string }>("select id from runs where task_id = $1", [taskId]);
    const arms = [{ arm: "blind-then-drafted" as const, runId: run.rows[0]?.id ?? "" }];
    await savePlan(researcher, { taskId, ...planContent.parse({ design: "within", arms, people: 1, overlap: 1 }) });
    await startPlan(researcher, { taskId });
  });
  const lineId = crypto.randomUUID();
  const first = await study.doOn(study.clear, null, [
    { ...own, id: lineId, reasonCode: "unclear" },
    { kind: "set-score", score: 2, reasonCode: "wrong-score" },
  ]);
  const other = await study.doOn(study.truth, null, [{ kind: "set-score", score: 4, reason: "It is all there" }]);
  await revealDrafts(study.annotator, { assignmentId: study.assignmentId });
  await study.doOn(study.clear, first, [
    { kind: "revise", itemId: lineId, text: "said better", reasonCode: "made-up" },
    ...kept("0", "1"),
    { ...revised, reason: "Not said" },
  ]);
  await study.doOn(study.truth, other, kept("0", "1", "2"));
  expect(await reported(study)).toEqual({ overruled: 1, listed: { "own words": [1, "Not said"] } });
});
