import "server-only";
import { sql } from "kysely";
import { db } from "./client";
import { calledIn } from "./exported-name";
import { submittedWork } from "./submitted-work";

/** What was recorded of the decisions on a task, in one statement for each kind; none reads more ratings than the first of each version and person. */
export async function readDecisionRows(taskId: string) {
  const [sets, criteria, plans, runs, trials, exclusions, people] = await Promise.all([
    listSets(taskId),
    listCriteria(taskId),
    listStartedPlans(taskId),
    listPlainRuns(taskId),
    listAdoptions(taskId),
    listExclusionsOf(taskId),
    listPeople(taskId),
  ]);
  return { sets, criteria, plans, runs, trials, exclusions, people };
}

const listSets = (taskId: string) =>
  db()
    .selectFrom("criteriaSets as cs")
    .leftJoin("users as u", "u.id", "cs.publishedById")
    .select(["cs.id", "cs.version", "cs.publishedAt", "cs.createdByImportId", "u.name as by"])
    .select(({ ref }) =>
      submittedWork()
        .clearSelect()
        .select("a.submittedAt")
        .where("a.criteriaSetId", "=", ref("cs.id"))
        .where("a.submittedAt", "is not", null)
        .orderBy("a.submittedAt")
        .limit(1)
        .as("firstRatingAt"),
    )
    .where("cs.taskId", "=", taskId)
    .where("cs.status", "=", "published")
    .orderBy("cs.version")
    .execute();

const listCriteria = (taskId: string) =>
  db()
    .selectFrom("criteria as c")
    .innerJoin("criteriaSets as cs", "cs.id", "c.criteriaSetId")
    .select(["c.criteriaSetId", "c.name", "c.definition", "c.scale"])
    .where("cs.taskId", "=", taskId)
    .where("cs.status", "=", "published")
    .where("c.sampleId", "is", null)
    .orderBy("c.position")
    .execute();

const listStartedPlans = (taskId: string) =>
  db()
    .selectFrom("studyPlans as p")
    .leftJoin("users as u", "u.id", "p.startedById")
    .select(["p.version", "p.content", "p.startedAt", "p.closedAt", "u.name as by"])
    .where("p.taskId", "=", taskId)
    .where("p.startedAt", "is not", null)
    .orderBy("p.version")
    .execute();

const listPlainRuns = (taskId: string) =>
  db()
    .selectFrom("runs as r")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .leftJoin("users as u", "u.id", "r.createdById")
    .select(["j.name as judge", "r.model", "r.protocol", "r.promptVersion", "r.importId", "r.createdAt", "u.name as by"])
    .select(({ ref }) => sql<unknown>`${ref("r.parameters")} -> 'temperature'`.as("temperature"))
    .where("r.taskId", "=", taskId)
    .where("r.kind", "=", "evaluation")
    .where("r.variant", "=", "plain")
    .orderBy("r.createdAt")
    .execute();

const listAdoptions = (taskId: string) =>
  db()
    .selectFrom("judgeTrials as x")
    .innerJoin("judgeSplits as s", "s.id", "x.splitId")
    .innerJoin("judgeCandidates as c", "c.id", "x.adoptedId")
    .innerJoin("judges as candidate", "candidate.id", "c.candidateId")
    .innerJoin("judges as j", "j.id", "x.judgeId")
    .leftJoin("users as u", "u.id", "x.adoptedById")
    .select(["candidate.name as adopted", "j.name as judge", "x.adoptedAt", "u.name as by"])
    .where("s.taskId", "=", taskId)
    .execute();

/** Exclusions, lifted ones too, of people whose work in the task was submitted. */
const listExclusionsOf = (taskId: string) =>
  db()
    .selectFrom("exclusions as x")
    .innerJoin("annotators as n", "n.id", "x.annotatorId")
    .innerJoin("tasks as t", "t.projectId", "n.projectId")
    .leftJoin("users as u", "u.id", "x.excludedById")
    .leftJoin("users as lifting", "lifting.id", "x.liftedById")
    .select(["n.code", "x.reason", "x.createdAt", "x.liftedAt", "u.name as by", "lifting.name as liftedBy"])
    .select(({ ref }) => calledIn(ref("t.id")).as("called"))
    .where("t.id", "=", taskId)
    .where((eb) => eb.or([eb("x.taskId", "=", eb.ref("t.id")), eb("x.taskId", "is", null)]))
    .where(({ exists, ref }) => exists(submittedWork().where("a.annotatorId", "=", ref("n.id")).where("a.taskId", "=", ref("t.id"))))
    .orderBy("x.createdAt")
    .execute();

const listPeople = (taskId: string) =>
  db()
    .selectFrom("annotators as n")
    .innerJoin("tasks as t", "t.projectId", "n.projectId")
    .select(["n.name", "n.code"])
    .where("t.id", "=", taskId)
    .execute();
