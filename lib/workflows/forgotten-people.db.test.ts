import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { next, plannableStudy, rateOne, started } from "@/lib/testing/planned-study";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { closePlan } from "./close-plan";
import { deleteAccount } from "./delete-account";
import { endParticipation } from "./end-participation";
import { excludeAnnotator } from "./exclude-annotator";
import { exportAudit } from "./export-audit";
import { exportProject } from "./export-project";
import { flagAssignment } from "./flag-assignment";
import { listTaskPlans } from "./list-task-plans";
import { readReport } from "./read-report";
import { updatePerson } from "./update-person";

temporaryDatabase();

/** Every row of every table that holds this text. */
async function rowsWith(sought: string): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await pool().query<{ row: string }>(
      `select row from (select row_to_json(t)::text as row from "${name}" t) r where row ilike '%' || $1 || '%'`,
      [sought],
    );
    found.push(...hits.rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

test("after an account is deleted, no table, log, report or export holds its name or address, and its ratings count as before", async () => {
  const study = await plannableStudy(4);
  const admin = await member(study.projectId, "admin");
  const vera = await member(study.projectId, "annotator", "Vera Vanishing");
  await pool().query("update users set email = 'vera@vanishing.example' where id = $1", [vera.userId]);
  await started(study, { people: 1, overlap: 1, named: [vera.userId], anonymous: false });
  await rateOne(study, vera);
  await flagAssignment(vera, { assignmentId: (await next(study, vera)) ?? "", note: "odd" });
  await updatePerson(admin, { projectId: study.projectId, userId: vera.userId, role: "researcher" });
  const [plan] = (await listTaskPlans(admin, study)).items;
  await endParticipation(admin, { taskId: study.taskId, seatId: plan?.seats[0]?.id ?? "" });
  await closePlan(admin, study);
  const { rows } = await pool().query<{ id: string }>("select id from annotators where user_id = $1", [vera.userId]);
  await excludeAnnotator(admin, {
    projectId: study.projectId,
    annotatorId: rows[0]?.id ?? "",
    taskId: null,
    reason: "Asked to be left out.",
  });
  const ratings = async () => (await readReport(admin, { projectId: study.projectId, excluded: "with" })).tasks[0]?.counts.ratings;
  const before = await ratings();
  expect(await rowsWith("vanishing")).not.toEqual([]);

  await deleteAccount(instanceAdmin, { userId: vera.userId, confirmEmail: "vera@vanishing.example" });
  expect(await rowsWith("vanishing")).toEqual([]);
  expect([before, await ratings()]).toEqual([2, 2]);
  const files = [
    ...["jsonl", "csv", "long-csv"].map(async (format) => exportProject(admin, { projectId: study.projectId, format: format as "jsonl" })),
    exportAudit(admin, { projectId: study.projectId, format: "jsonl" }),
  ];
  for (const file of await Promise.all(files)) expect(await text(Readable.from(file.body))).not.toMatch(/vanishing/i);
});
