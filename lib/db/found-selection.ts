import "server-only";
import { AppError } from "@/lib/domain/errors";
import { isCategorical } from "@/lib/domain/labels";
import type { UnitSelection } from "@/lib/domain/unit-selection";
import { askedAgain } from "./asked-again";
import { db } from "./client";
import type { FoundSelection } from "./rating-conditions";
import { listRaters } from "./report-raters";
import { reportedSets } from "./report-tasks";
import { submittedWork } from "./submitted-work";

/** The criteria set that a task's report covers, or its published version; null: there is none. */
export async function findReportedSet(taskId: string, version?: number): Promise<string | null> {
  const set = await db().selectFrom(reportedSets(version).as("set")).select("set.id").where("set.taskId", "=", taskId).executeTakeFirst();
  return set?.id ?? null;
}

/**
 * A reader's selection with the ids of what it names, as the report names them; null: no criteria are published. Throws bad_request for an unknown name.
 */
export async function foundSelection(taskId: string, selection: UnitSelection, readerId: string): Promise<FoundSelection | null> {
  const { criterion, human, judge, other, also, withDraft, undraftedOn, criteriaSet, ...rest } = selection;
  const criteriaSetId = await findReportedSet(taskId, criteriaSet);
  if (criteriaSetId === null) return null;
  const [{ raters }, criteria] = await Promise.all([
    listRaters(taskId, criteriaSetId),
    db()
      .selectFrom("criteria")
      .select(["id", "name", "scale"])
      .where("criteriaSetId", "=", criteriaSetId)
      .where("sampleId", "is", null)
      .orderBy("position")
      .execute(),
  ]);
  const named = <T extends { name: string }>(list: readonly T[], name: string | undefined, what: string): T | null => {
    if (name === undefined) return null;
    const found = list.find((one) => one.name === name);
    if (found === undefined)
      throw new AppError("bad_request", `The report has no ${what} called "${name}".`, { details: { [what]: name } });
    return found;
  };
  const judges = raters.filter(({ kind }) => kind === "judge");
  const people = raters.filter(({ kind }) => kind === "annotator");
  const { id: judgeId = null, model = null } = named(judges, judge, "judge") ?? {};
  const withDraftId = named(judges, withDraft, "judge")?.id ?? null;
  const second = named(raters, other, "rater");
  return {
    ...rest,
    taskId,
    readerId,
    criteriaSetId,
    criterionIds: criteria.map(({ id }) => id),
    numberIds: criteria.flatMap(({ id, scale }) => (isCategorical(scale) ? [] : [id])),
    runs: await listRunsOf([judgeId, withDraftId, second?.kind === "judge" ? second.id : null], {
      criteriaSetId,
      variant: rest.planted === undefined ? "plain" : "planted",
    }),
    criterionId: named(criteria, criterion, "criterion")?.id ?? null,
    undraftedIds: undraftedOn?.split(",").flatMap((place) => criteria[Number(place)]?.id ?? []) ?? null,
    humanId: named(people, human, "person")?.id ?? null,
    judgeId,
    model,
    alsoId: named(criteria, also, "criterion")?.id ?? null,
    withDraftId,
    units: await askedAgain(criteriaSetId, judgeId, rest),
    other: second,
  };
}

/** The runs of some judges, the newest first, and whether they are of this variant and over a criteria set. */
const listRunsOf = async (
  judgeIds: (string | null)[],
  { criteriaSetId, variant }: { criteriaSetId: string; variant: "plain" | "planted" },
): Promise<FoundSelection["runs"]> => {
  const ids = judgeIds.flatMap((id) => id ?? []);
  if (ids.length === 0) return [];
  return db()
    .selectFrom("runs")
    .select(["id", "judgeId"])
    .select((eb) =>
      eb.and([eb("criteriaSetId", "=", criteriaSetId), eb("kind", "=", "evaluation"), eb("variant", "=", variant)]).as("isScored"),
    )
    .where("judgeId", "in", ids)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute() as Promise<FoundSelection["runs"]>;
};

/** The published versions of a task's criteria with submitted work. */
const listRatedSets = (taskId: string) =>
  db()
    .selectFrom("criteriaSets as c")
    .select(["c.id", "c.version"])
    .where("c.taskId", "=", taskId)
    .where("c.status", "=", "published")
    .where(({ exists, ref }) => exists(submittedWork().where("a.criteriaSetId", "=", ref("c.id"))))
    .orderBy("c.version")
    .execute();

/** What a task's samples and report can be narrowed to. */
export async function listFilterChoices(taskId: string) {
  const set = await findReportedSet(taskId);
  const samples = db().selectFrom("samples").where("taskId", "=", taskId);
  const texts = (rows: { value: string | null }[]) => rows.flatMap(({ value }) => value ?? []);
  const [systems, systemsB, subsets, imports, arms, criteria, sets, raters] = await Promise.all([
    samples.select("system as value").distinct().execute(),
    samples.select("systemB as value").distinct().execute(),
    samples.select("subset as value").distinct().execute(),
    db()
      .selectFrom("samples as s")
      .innerJoin("imports as i", "i.id", "s.importId")
      .select(({ fn }) => ["i.id", "i.fileName", "i.createdAt", fn.countAll<number>().as("samples")])
      .where("s.taskId", "=", taskId)
      .groupBy(["i.id", "i.fileName", "i.createdAt"])
      .orderBy("i.createdAt")
      .execute(),
    db()
      .selectFrom("assignments")
      .select("arm")
      .distinct()
      .where("taskId", "=", taskId)
      .where("status", "=", "submitted")
      .where("purpose", "=", "work")
      .execute(),
    db()
      .selectFrom("criteria")
      .select(["id", "name"])
      .where("criteriaSetId", "=", set)
      .where("sampleId", "is", null)
      .orderBy("position")
      .execute(),
    listRatedSets(taskId),
    set === null ? { raters: [] } : listRaters(taskId, set),
  ]);
  const people = raters.raters.filter(({ kind }) => kind === "annotator");
  const codes = await db()
    .selectFrom("annotators")
    .select(["id", "code"])
    .where("id", "in", people.length === 0 ? [taskId] : people.map(({ id }) => id))
    .execute();
  const codeOf = new Map(codes.map(({ id, code }) => [id, code]));
  return {
    systems: [...new Set([...texts(systems), ...texts(systemsB)])].sort(),
    subsets: texts(subsets).sort(),
    imports: imports.map(({ createdAt, ...rest }) => ({ ...rest, at: createdAt.toISOString() })),
    arms: arms.map(({ arm }) => arm).sort(),
    criteria,
    criteriaSets: sets.map(({ id, version }) => ({ version, isReported: id === set })),
    judges: raters.raters.flatMap(({ kind, name }) => (kind === "judge" ? [name] : [])),
    annotators: people.flatMap(({ id, name }) => {
      const code = codeOf.get(id);
      return code === undefined ? [] : [{ code, name }];
    }),
  };
}
