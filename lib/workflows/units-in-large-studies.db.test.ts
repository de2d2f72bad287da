import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { figureUnits } from "@/lib/domain/figure-units";
import { ownWords } from "@/lib/domain/own-words";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { recordStatements } from "@/lib/testing/plans";
import { instanceAdmin } from "@/lib/testing/small-study";
import { hugeSentences } from "@/prisma/seed/huge";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";
import { listUnits } from "./list-units";

temporaryDatabase();

interface Node {
  Plans?: Node[];
  "Actual Loops"?: number;
  "Rows Removed by Join Filter"?: number;
}

const comparedInVain = ({ Plans = [], ...node }: Node): number =>
  (node["Rows Removed by Join Filter"] ?? 0) * (node["Actual Loops"] ?? 1) + Plans.reduce((sum, part) => sum + comparedInVain(part), 0);

const [criterion, judge] = ["Criterion 1", "Generated judge"];
const lists: Record<string, { of: UnitQuery; units: number }> = {
  "a judge far below people": { of: figureUnits.apart(criterion, judge, "below", 2), units: 8 },
  "all lines": { of: figureUnits.lines(judge, "all"), units: 3960 },
  "lines overruled in own words": { of: figureUnits.overruled(judge, ownWords), units: 1530 },
  "a month of first ratings": { of: figureUnits.inGroup(criterion, judge, { by: "month", group: "2026-01" }), units: 1980 },
  "small groups of a column": {
    of: figureUnits.inGroup(criterion, judge, { by: "column", column: "no", group: "small groups" }),
    units: 6,
  },
  "times of all": { of: figureUnits.timed(null), units: 3960 },
};

test("no list of a figure's units compares each row with each, though the small tables were never analysed", {
  timeout: 120_000,
}, async () => {
  const size = { samples: 2000, criteria: 2, annotators: 10, ratersPerSample: 4 };
  const { taskId } = await insertGeneratedStudy("Large", size, hugeSentences());
  // All but the last have 21 samples.
  await pool().query("update samples set metadata = jsonb_build_object('no', position / 21) where task_id = $1", [taskId]);
  for (const [name, { of, units }] of Object.entries(lists)) {
    const list = () => listUnits(instanceAdmin, { taskId, limit: 50, selection: unitSelection.parse(of) });
    const { result, statements } = await recordStatements(list);
    expect([name, result.counts.units]).toEqual([name, units]);
    const large = statements.filter(({ text }) => text.includes('"scores"'));
    expect(large.length).toBeGreaterThan(0);
    for (const { text, values } of large) {
      const { rows } = await pool().query<{ "QUERY PLAN": { Plan: Node }[] }>(`explain (analyze, format json) ${text}`, values);
      expect(comparedInVain(rows[0]?.["QUERY PLAN"][0]?.Plan ?? {}), name).toBeLessThan(100_000);
    }
  }
});
