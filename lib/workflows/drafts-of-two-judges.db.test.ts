import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { BundleAction, TaskBundle } from "@/lib/domain/bundle";
import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { listUnits } from "./list-units";
import { readReport } from "./read-report";

temporaryDatabase();

type Outcome = "accept" | "revise" | "remove";

/** What became of a draft's conclusion, score and quote, with the reason for each that was not accepted. */
const acted = (kinds: [Outcome, Outcome, Outcome], reason: string | null): BundleAction[] =>
  kinds.map((kind, at) => ({
    ...{ kind, itemId: `${at}`, itemKind: (["conclusion", "score", "evidence"] as const)[at] ?? null, at: null, origin: null },
    ...{ text: kind === "revise" ? "Otherwise." : null, score: kind === "revise" && at === 1 ? 2 : null },
    ...{ reasonCode: null, reason: kind === "accept" ? "Well seen." : reason },
  }));

/** Six samples, of which one person saw drafts of two judges, half each, and overruled some lines in words alone. */
function ofTwoJudges(): TaskBundle {
  const bundle = smallBundle(6);
  const [judge] = bundle.judges;
  if (judge === undefined) throw new Error("the study has a judge");
  const work = (sample: number, by: string, actions: BundleAction[]) => ({
    ...{ sampleId: `s${sample}`, arm: "drafted" as const, judge: by },
    evaluations: bundle.criteria.map(({ name }) => ({ criterion: name, startedAt: null, endedAt: null, durationMs: null, actions })),
  });
  const [first, second] = ["first judge", "second judge"];
  return {
    ...bundle,
    judges: [first, second].map((name) => ({ ...judge, name })),
    annotators: [
      {
        name: "Ada",
        assignments: [
          work(1, first, acted(["accept", "revise", "remove"], "  Too high.  ")),
          work(3, first, acted(["accept", "accept", "remove"], "1")),
          work(5, first, acted(["accept", "accept", "accept"], null)),
          work(2, second, acted(["remove", "accept", "remove"], "Not in the text.")),
          work(4, second, acted(["accept", "revise", "remove"], null)),
        ],
      },
    ],
  };
}

let study: Awaited<ReturnType<typeof loadSmallStudy>>;
let report: TaskReport | undefined;
beforeAll(async () => {
  study = await loadSmallStudy(ofTwoJudges());
  [report] = (await readReport(instanceAdmin, { projectId: study.projectId })).tasks;
});

const list = async (units: ReturnType<typeof figureUnits.lines>) =>
  listUnits(instanceAdmin, { taskId: study.taskId, limit: 50, selection: unitSelection.parse(units) });

test("what people did is counted by judge, and each share opens its judge's lines", async () => {
  const done = (["first judge", "second judge"] as const).map((judge) => {
    const { n = 0, accept, revise, remove } = report?.actions[judge]?.overall ?? {};
    return [n, accept?.count, revise?.count, remove?.count];
  });
  expect(done).toEqual([
    [18, 12, 2, 4],
    [12, 4, 2, 6],
  ]);
  const removed = (await list(figureUnits.lines("second judge", "all", "remove"))).counts;
  expect(removed).toMatchObject({ lines: 6, samples: 2 });
});

test("reasons in words alone are counted as shares of all, without words beside accepted lines, bare numbers and other judges'", async () => {
  const reasonsOf = (judge: string) => report?.actions[judge]?.reasonShares;
  expect(report?.actions["first judge"]?.reasons).toEqual({});
  expect(reasonsOf("first judge")).toEqual({ "own words": expect.objectContaining({ count: 4, share: 1 }) });
  expect(reasonsOf("second judge")).toEqual({ "own words": expect.objectContaining({ count: 4, share: 1 }) });
  const { counts, items } = await list(figureUnits.overruled("first judge", "own words"));
  expect(counts).toMatchObject({ lines: 4, samples: 1, units: 2 });
  expect(items.map(({ externalId, words }) => [externalId, words])).toEqual([
    ["s1", ["Too high.", "Too high."]],
    ["s1", ["Too high.", "Too high."]],
  ]);
});

test("lists that are of no reason have no words", async () => {
  const { items } = await list(figureUnits.lines("first judge", "all", "remove"));
  expect(items.map(({ words }) => words)).toEqual([[], [], [], []]);
});

test("nobody reads what people wrote of a sample that they have open themselves", async () => {
  const { projectId, taskId } = study;
  const reader = await member(projectId, "researcher", "Rosa");
  await pool().query(
    `with rosa as (insert into annotators (project_id, name, user_id) values ($1, 'Rosa', $2) returning id)
     insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status)
     select s.task_id, s.id, rosa.id, c.id, 'blind', 'open' from rosa, samples s join criteria_sets c on c.task_id = s.task_id
     where s.task_id = $3 and s.external_id = 's1'`,
    [projectId, reader.userId, taskId],
  );
  const selection = unitSelection.parse(figureUnits.overruled("first judge", "own words"));
  expect(await listUnits(reader, { taskId, limit: 50, selection })).toMatchObject({ items: [], leftOut: 1 });
});
