import "server-only";
import { expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { ReportData } from "@/lib/domain/report-data";
import { allAnnotators } from "@/lib/domain/reported-judge";
import { db } from "./client";
import { exclusionsIn } from "./exclusions";
import { nameUnder } from "./exported-name";
import { firstScore, metricScales } from "./report-runs";
import { judgeNameBeside } from "./reported-judge-name";
import { submittedWork } from "./submitted-work";

type Rater = ReportData["raters"][number];

/** Annotators with a rating, then judges with a scored draft, on a criterion of the set or a metric's own scale, then excluded annotators. */
export async function listRaters(taskId: string, criteriaSetId: string): Promise<Pick<ReportData, "raters" | "excluded">> {
  const [annotators, judges, names] = await Promise.all([
    listAnnotators(taskId, criteriaSetId),
    listJudges(taskId, criteriaSetId),
    judgeNames(taskId, criteriaSetId),
  ]);
  const person = ({ id, name, code }: { id: string; name: string; code: string }): Rater => ({
    ...{ id, name: name === allAnnotators ? `${name} (person)` : name, code, kind: "annotator" },
    ...{ judgeKind: null, metric: null, panel: null },
  });
  const included = [
    ...annotators.filter(({ reason }) => reason === null).map(person),
    ...judges.map(({ id, name, kind, model, options, asPanel, ownName, ownScale }): Rater => {
      const { members = [], aggregate } = asPanel ?? options;
      const on = Array.isArray(members) ? members : [];
      return {
        id,
        name,
        kind: "judge",
        judgeKind: kind,
        model,
        metric:
          kind === "metric"
            ? {
                name: ownName ?? text(options.metric) ?? name,
                scale: ownScale && { min: ownScale.min, max: ownScale.max, step: ownScale.step },
              }
            : null,
        panel:
          kind === "panel"
            ? {
                members: names.filter((member) => on.includes(member.id)).map((member) => member.name),
                aggregate: text(aggregate),
              }
            : null,
      };
    }),
  ];
  const excluded = annotators.flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }]));
  return {
    raters: [...included, ...excluded.map(person)],
    excluded: excluded.map(({ reason }, index) => ({ rater: included.length + index, reason })),
  };
}

const ofJudge = expressionBuilder<DB & { j: DB["judges"] }, "j">();

/** The name of judge `j` among the raters of a criteria set, the annotators who rated it. */
export const judgeNameIn = (criteriaSetId: string) => {
  const set = ofJudge.cast<string>(ofJudge.val(criteriaSetId), "uuid");
  return judgeNameBeside((name) =>
    ofJudge.exists(
      ofJudge
        .selectFrom("annotators as n")
        .select("n.id")
        .whereRef("n.projectId", "=", "j.projectId")
        .where(nameUnder(set), "=", name)
        .where(({ exists, ref }) => exists(submittedWork().where("a.annotatorId", "=", ref("n.id")).where("a.criteriaSetId", "=", set))),
    ),
  );
};

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

const projectOf = (taskId: string) => db().selectFrom("tasks").select("projectId").where("id", "=", taskId);

/** `reason`: why an annotator is excluded; null: they are not. */
const listAnnotators = (taskId: string, criteriaSetId: string) =>
  db()
    .selectFrom("annotators as n")
    .select((eb) => [
      "n.id",
      "n.code",
      nameUnder(eb.cast<string>(eb.val(criteriaSetId), "uuid")).as("name"),
      exclusionsIn(eb.cast<string>(eb.val(taskId), "uuid"))
        .where("excluded.annotatorId", "=", eb.ref("n.id"))
        .select(({ ref }) =>
          sql<string | null>`string_agg(${ref("excluded.reason")}, '; ' order by ${ref("excluded.createdAt")})`.as("reasons"),
        )
        .as("reason"),
    ])
    // Said although the set says it too: else everybody's work in the installation would be looked for among that of this set.
    .where("n.projectId", "=", projectOf(taskId))
    .where(({ exists, ref }) =>
      exists(submittedWork().where("a.annotatorId", "=", ref("n.id")).where("a.criteriaSetId", "=", criteriaSetId)),
    )
    .orderBy("name")
    .execute();

/** `asPanel`: the members of a panel's newest run over the set, which may have changed since. */
const listJudges = (taskId: string, criteriaSetId: string) =>
  db()
    .selectFrom("judges as j")
    .leftJoin(metricScales(taskId).as("own"), "own.judgeId", "j.id")
    .select(["j.id", "j.kind", "j.model", "j.options", "own.name as ownName", "own.scale as ownScale"])
    .select(judgeNameIn(criteriaSetId).as("name"))
    .select(({ selectFrom }) =>
      selectFrom("runs as r")
        .select("r.options")
        .whereRef("r.judgeId", "=", "j.id")
        .where("r.criteriaSetId", "=", criteriaSetId)
        .where(({ ref }) => sql<SqlBool>`${ref("r.options")} ? 'members'`)
        .orderBy("r.createdAt", "desc")
        .limit(1)
        .as("asPanel"),
    )
    .where("j.projectId", "=", projectOf(taskId))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("own.judgeId", "is not", null),
        exists(
          selectFrom("runs as r")
            .select("r.id")
            .whereRef("r.judgeId", "=", "j.id")
            .where("r.criteriaSetId", "=", criteriaSetId)
            .where("r.kind", "=", "evaluation")
            .where((one) =>
              one(
                firstScore().where("d.criterionId", "in", (of) =>
                  of
                    .selectFrom("criteria as c")
                    .select("c.id")
                    .where("c.criteriaSetId", "=", criteriaSetId)
                    .where("c.sampleId", "is", null),
                ),
                "is not",
                null,
              ),
            ),
        ),
      ]),
    )
    .orderBy("j.name")
    .execute();

const judgeNames = (taskId: string, criteriaSetId: string) =>
  db()
    .selectFrom("judges as j")
    .innerJoin("tasks as t", "t.projectId", "j.projectId")
    .select("j.id")
    .select(judgeNameIn(criteriaSetId).as("name"))
    .where("t.id", "=", taskId)
    .orderBy("j.name")
    .execute();
