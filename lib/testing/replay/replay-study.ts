import { directionOf } from "@/lib/domain/adjudication";
import type { TaskReport } from "@/lib/domain/report";
import { median } from "@/lib/stats";
import { makeProposal } from "../proposed-criteria";
import type { Send } from "./call";
import type { KnownRating } from "./expected-report";
import {
  actionsOn,
  chain,
  draftScore,
  failsFirst,
  type JudgeName,
  judgeBehind,
  judges,
  ownScore,
  type ReplaySize,
  systems,
} from "./invented-people";
import { finishedRun, founder, invite, type Person, sampleIdsOf } from "./replay-scene";

/** What the script saw people do, and what the product says about it. */
export interface Replay {
  known: KnownRating[];
  /** Numbers of the samples in the study. */
  samples: number[];
  criteria: string[];
  report: TaskReport;
  exam: { passed: number; tries: { number: number; within: number | null; scored: number | null; passed: boolean | null }[][] };
  /** Choices by all experts, and the consensus. */
  panel: { byExperts: Record<string, number>; consensus: Record<string, number> };
  adjudicated: { label: Record<string, number>; change: Record<string, number> };
}

/** CoEval's study from the first criterion to the report, by invented people and through the HTTP interface alone; only what models would say is made up. */
export async function replayStudy(send: Send, origin: string, size: ReplaySize): Promise<Replay> {
  const admin = await founder(send, origin);
  const { id: projectId } = await admin.call("createProject", { body: { name: `Replay ${size.annotators} ${Date.now()}` } });
  const { id: taskId } = await admin.call("createTask", { params: { projectId }, body: { name: "Answers" } });
  await importSamples(admin, projectId, size);
  const [researcher] = (await invite(send, origin, projectId, "researcher", 1)) as [Person];
  const annotators = await invite(send, origin, projectId, "annotator", size.annotators);
  const experts = await invite(send, origin, projectId, "expert", 3);

  const panel = await agreeOnCriteria(researcher, experts, taskId, size);
  const sampleIds = await sampleIdsOf(taskId);
  const runs = new Map<JudgeName, string>();
  for (const judge of judges) runs.set(judge, await finishedRun(taskId, judge, sampleIds, panel.criterionIds));
  await openExam(researcher, taskId, sampleIds.slice(0, size.examSamples), panel.criterionIds);
  await startPlan(researcher, taskId, runs, size);

  const known: KnownRating[] = [];
  const place = new Map(sampleIds.map((id, index) => [id, index]));
  await Promise.all(
    annotators.map((person, index) => workThrough(person, index, { taskId, place, criterionIds: panel.criterionIds, known })),
  );
  const exam = await researcher.call("getExam", { params: { taskId } });
  const adjudicated = await settle(researcher, taskId, { place, criterionIds: panel.criterionIds, known, most: size.adjudicated });
  const { tasks } = await researcher.call("readReport", { params: { projectId }, query: { task: taskId } });
  const [report] = tasks;
  if (report === undefined) throw new Error("The project has no report.");
  return {
    ...{ known, criteria: panel.names, report, adjudicated },
    samples: sampleIds.flatMap((_, index) => (index < size.examSamples ? [] : [index])),
    panel: panel.rates,
    exam: {
      passed: exam.people.filter(({ passedAt }) => passedAt !== null).length,
      tries: exam.people.map(({ tries }) => tries.map(({ number, within, scored, passed }) => ({ number, within, scored, passed }))),
    },
  };
}

async function importSamples(admin: Person, projectId: string, { samples, examSamples }: ReplaySize): Promise<void> {
  const rows = Array.from({ length: samples + examSamples }, (_, n) => {
    const question = Math.floor(n / systems);
    return `s${n},Question ${question}?,"Answer ${n}: it is one of four answers to question ${question}.",system ${n % systems}`;
  });
  const file = ["id,input,output,system", ...rows].join("\n");
  const staged = await admin.call("createImport", { params: { projectId }, query: { fileName: "samples.csv", task: "Answers" }, file });
  await admin.call("commitImport", { params: { importId: staged.id }, body: {} });
}

const criterionText = (name: string) => `${name}\nIs it ${name}?\nGroup: general\nScale: 1 to 5`;

/**
 * The first expert accepts everything and adds a criterion; the second removes the last one; the third words the first one anew and removes the last.
 * The consensus is the proposal without its last criterion.
 */
async function agreeOnCriteria(moderator: Person, experts: readonly Person[], taskId: string, size: ReplaySize) {
  const names = Array.from({ length: size.criteria }, (_, n) => `Criterion ${n + 1}`);
  const proposalDraftId = await makeProposal(taskId, [...names, "Odd"].map(criterionText));
  const body = { proposalDraftId, experts: experts.map(({ userId }) => userId) };
  const { roundId } = await moderator.call("openCriteriaRound", { params: { taskId }, body });
  const params = { roundId };
  const scale = { min: 1, max: 5, step: 1, levels: [] };
  const accepted = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({ kind: "accept" as const, itemId: String(from + n) }));
  const odd = String(size.criteria);
  const redlines = [
    [...accepted(0, size.criteria + 1), { kind: "add" as const, criterion: { name: "Extra", definition: "", scale, overall: false } }],
    [...accepted(0, size.criteria), { kind: "remove" as const, itemId: odd }],
    [
      { kind: "revise" as const, itemId: "0", criterion: { name: "Criterion 1", definition: "Is it really?", scale, overall: false } },
      ...accepted(1, size.criteria),
      { kind: "remove" as const, itemId: odd },
    ],
  ];
  for (const [index, expert] of experts.entries()) {
    await expert.call("saveRedline", { params, body: { actions: chain(redlines[index] ?? []) } });
    await expert.call("submitRedline", { params, body: {} });
  }
  await moderator.call("discussCriteriaRound", { params, body: {} });
  const { union } = await moderator.call("getCriteriaRound", { params });
  for (const { id, original } of union ?? []) {
    const kept = original !== null && names.includes(original.name) ? original : null;
    await moderator.call("decideCriterion", { params, body: { lineId: id, criterion: kept } });
  }
  const { criteria } = await moderator.call("publishCriteriaRound", { params });
  const [rates] = (await moderator.call("listCriteriaRates", { params: { taskId } })).items;
  const counts = (of: { [kind in "accept" | "revise" | "remove" | "add"]: { count: number } } | undefined) =>
    Object.fromEntries((["accept", "revise", "remove", "add"] as const).map((kind) => [kind, of?.[kind].count ?? -1]));
  return {
    criterionIds: criteria.map(({ id }) => id),
    names: criteria.map(({ name }) => name),
    rates: { byExperts: counts(rates?.figures.byExperts.all), consensus: counts(rates?.figures.consensus?.all) },
  };
}

/** Opens an exam in which 3, with no tolerance, is right for every sample and criterion. */
async function openExam(researcher: Person, taskId: string, sampleIds: readonly string[], criterionIds: readonly string[]): Promise<void> {
  for (const sampleId of sampleIds) {
    const answers = criterionIds.map((criterionId) => ({ criterionId, score: 3, why: "It says so." }));
    await researcher.call("saveGoldSample", { params: { taskId, sampleId }, body: { use: "exam", answers } });
  }
  await researcher.call("openExam", { params: { taskId }, body: { sampleIds: [...sampleIds], passMark: 0.8, tries: 2 } });
}

async function startPlan(researcher: Person, taskId: string, runs: ReadonlyMap<JudgeName, string>, size: ReplaySize): Promise<void> {
  const drafted = judges.map((judge) => ({ arm: "drafted" as const, runId: runs.get(judge) ?? null }));
  const body = {
    ...{ design: "crossed" as const, people: size.annotators, overlap: size.overlap, seed: 2023, consent: "You rate made-up answers." },
    arms: [{ arm: "blind" as const }, ...drafted],
  };
  await researcher.call("savePlan", { params: { taskId }, body });
  await researcher.call("startPlan", { params: { taskId } });
}

interface Work {
  taskId: string;
  place: ReadonlyMap<string, number>;
  criterionIds: readonly string[];
  known: KnownRating[];
}

/** One annotator from the consent to the last sample. */
async function workThrough({ call }: Person, person: number, work: Work): Promise<void> {
  const params = { taskId: work.taskId };
  let tries = 0;
  for (;;) {
    const { assignmentId, gate } = await call("nextAssignment", { params });
    if (gate?.kind === "consent") await call("giveConsent", { params });
    else if (gate?.kind === "exam") {
      tries += 1;
      await call("startExamTry", { params });
    } else if (gate !== null) throw new Error(`Nobody told the script of the gate "${gate.kind}".`);
    else if (assignmentId === null) return;
    else await rate(call, assignmentId, person, tries, work);
  }
}

async function rate(
  call: Person["call"],
  assignmentId: string,
  person: number,
  tries: number,
  { place, criterionIds, known }: Work,
): Promise<void> {
  const params = { assignmentId };
  const opened = await call("openAssignment", { params });
  const sample = place.get(opened.sample.id) ?? -1;
  const isExam = opened.exam !== null;
  for (const { criterionId, draft } of opened.units) {
    const criterion = criterionIds.indexOf(criterionId);
    const judge = draft && judgeBehind(draft.items.map(({ text }) => text));
    const shown = judge && draftScore(judge, sample, criterion);
    const own = isExam ? (failsFirst(person) && tries === 1 ? 5 : 3) : ownScore(person, sample, criterion);
    const { actions, score, lines } = actionsOn(own, shown);
    await call("saveActions", { params, body: { criterionId, actions, activeMs: 1000 } });
    if (!isExam) known.push({ person, sample, criterion, judge, score, lines });
  }
  await call("submitAssignment", { params });
}

interface Disputes {
  place: ReadonlyMap<string, number>;
  criterionIds: readonly string[];
  known: readonly KnownRating[];
  most: number;
}

/** The most disputed units get a label: 3 at first, and in the end, of every other one, the judge's score. What that comes to is counted here as well. */
async function settle({ call }: Person, taskId: string, { place, criterionIds, known, most }: Disputes): Promise<Replay["adjudicated"]> {
  const label: Record<string, number> = { towards: 0, away: 0, neither: 0 };
  const change: Record<string, number> = { towards: 0, away: 0, neither: 0 };
  const { items } = await call("listAdjudications", { params: { taskId }, query: { limit: String(most) } });
  for (const [index, { sampleId, criterionId }] of items.entries()) {
    const [sample, criterion] = [place.get(sampleId) ?? -1, criterionIds.indexOf(criterionId)];
    const { id } = await call("adjudicate", { params: { taskId }, body: { sampleId, criterionId, score: 3 } });
    const { judge } = await call("getAdjudication", { params: { taskId, sampleId, criterionId } });
    const shown = judges.find((one) => one === judge?.name);
    if (shown === undefined) throw new Error("The adjudicator was shown no draft.");
    const draft = draftScore(shown, sample, criterion);
    const final = index % 2 === 0 ? draft : 3;
    await call("confirmAdjudication", { params: { adjudicationId: id }, body: { score: final } });
    const people = median(known.filter((one) => one.sample === sample && one.criterion === criterion).map(({ score }) => score)) ?? 0;
    const [towards, changed] = [directionOf(final, people, draft, false) ?? "", directionOf(final, 3, draft, false) ?? ""];
    label[towards] = (label[towards] ?? 0) + 1;
    change[changed] = (change[changed] ?? 0) + 1;
  }
  return { label, change };
}
