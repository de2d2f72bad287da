import { expect, test } from "vitest";
import { db } from "./client";

const open = (status: string) =>
  db()
    .selectFrom("assignments as a")
    .select("a.id")
    .where("a.status", "=", status as "open");

test("states are written into a statement, and so is a limit of one", () => {
  const { sql, parameters } = open("blind-then-drafted")
    .where("purpose", "in", ["work", "gold"])
    .where("a.annotatorId", "=", "Ann")
    .limit(1)
    .compile();
  expect(sql).toMatch(/"a"\."status" = 'blind-then-drafted' and "purpose" in \('work', 'gold'\) and "a"\."annotator_id" = \$1 limit 1$/);
  expect(parameters).toEqual(["Ann"]);
});

test.each(["it's", "open'; drop table users; --", "a\\", "Open", "", "a-", "open ", "é"])(
  "what is not a word of ours stays a parameter: %j",
  (value) => {
    expect(open(value).compile()).toMatchObject({ sql: expect.stringMatching(/"a"\."status" = \$1$/), parameters: [value] });
    const listed = db()
      .selectFrom("runs")
      .select("id")
      .where("kind", "in", ["evaluation", value as "evaluation"])
      .compile();
    expect(listed).toMatchObject({ sql: expect.stringMatching(/"kind" in \(\$1, \$2\)$/), parameters: ["evaluation", value] });
  },
);

test("other columns, other limits, what is stored and what is not yet known stay parameters", () => {
  const named = db().selectFrom("tasks").select("id").where("name", "=", "open").limit(2).compile();
  expect(named).toMatchObject({ sql: expect.stringMatching(/"name" = \$1 limit \$2$/), parameters: ["open", 2] });
  const stored = db().updateTable("assignments").set({ status: "open" }).where("status", "=", "skipped").compile();
  expect(stored).toMatchObject({ sql: `update "assignments" set "status" = $1 where "status" = 'skipped'`, parameters: ["open"] });
  const place = {};
  expect(open(place as "open").compile().parameters).toEqual([place]);
});
