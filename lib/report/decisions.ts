import type { Scale } from "@/lib/domain/criterion";
import type { Decision, TaskDecisions } from "@/lib/domain/decision";
import { labelsOf, quotedLabels } from "@/lib/domain/labels";
import { namedByCode } from "@/lib/domain/named-by-code";
import { drawsUnequally, type PlanContent } from "@/lib/domain/study-plan";
import { epsilonWords } from "@/lib/domain/verdict";

interface SetCriterion {
  name: string;
  definition: string;
  scale: Scale;
}

/** What is recorded of decisions on a task. */
export interface RecordedDecisions {
  sets: readonly {
    id: string;
    version: number;
    publishedAt: Date | null;
    /** Null: published here. */
    createdByImportId: string | null;
    firstRatingAt: Date | null;
    by: string | null;
  }[];
  criteria: readonly (SetCriterion & { criteriaSetId: string })[];
  plans: readonly {
    version: number;
    content: Pick<PlanContent, "design" | "overlap" | "shared" | "samples" | "people" | "seed" | "arms"> &
      // Plans of earlier versions have none.
      Partial<Pick<PlanContent, "sizing" | "draw">>;
    startedAt: Date | null;
    closedAt: Date | null;
    by: string | null;
  }[];
  /** The earliest first. */
  runs: readonly {
    judge: string;
    model: string | null;
    protocol: string;
    promptVersion: string;
    temperature: unknown;
    importId: string | null;
    createdAt: Date;
    by: string | null;
  }[];
  trials: readonly { judge: string; adopted: string; adoptedAt: Date | null; by: string | null }[];
  exclusions: readonly {
    code: string;
    /** What the task's report calls the person. */
    called: string;
    reason: string;
    createdAt: Date;
    liftedAt: Date | null;
    by: string | null;
    liftedBy: string | null;
  }[];
  /** Everybody whom a reason may name. */
  people: readonly { name: string; code: string }[];
}

/**
 * What was decided about a task, the earliest first; what came with an import, of which nobody recorded when it was decided, before all else. `anonymous`:
 * annotators are named by code, in reasons too, and nobody who decided anything is named.
 */
export function decisionsOf(recorded: RecordedDecisions, { anonymous }: { anonymous: boolean }): TaskDecisions {
  const all = [
    ...ofCriteria(recorded),
    ...recorded.plans.flatMap(ofPlan),
    ...ofJudges(recorded.runs),
    ...recorded.trials.map(ofTrial),
    ...ofExclusions(recorded, anonymous),
  ];
  const decisions = all.map((one) => (anonymous ? { ...one, by: null } : one));
  return {
    firstRatings: recorded.sets.flatMap(({ version, firstRatingAt: at }) => (at === null ? [] : [{ version, at: at.toISOString() }])),
    decisions: decisions.sort((a, b) => (a.at ?? "").localeCompare(b.at ?? "")),
  };
}

const timeOf = (at: Date | null) => at?.toISOString() ?? null;

function ofCriteria({ sets, criteria }: RecordedDecisions): Decision[] {
  const own = sets.map(({ id }) => criteria.filter(({ criteriaSetId }) => criteriaSetId === id));
  return sets.map(({ version, publishedAt, createdByImportId, by }, place) => ({
    about: `Criteria set ${version}`,
    what: criteriaWords(own[place] ?? [], own[place - 1]),
    at: createdByImportId === null ? timeOf(publishedAt) : null,
    by,
  }));
}

/** "Clarity (1 to 5); Cause ("fire", "water")", or what is not as it was in the version before. */
function criteriaWords(now: readonly SetCriterion[], before: readonly SetCriterion[] | undefined): string {
  if (before === undefined) return now.map(({ name, scale }) => `${name} (${scaleWords(scale)})`).join("; ");
  const changes = [
    ...now.flatMap((one) => changeWords(one, before)),
    ...before.flatMap(({ name }) => (now.some((one) => one.name === name) ? [] : [`${name} removed`])),
  ];
  return changes.length === 0 ? "No name, definition or scale changed" : changes.join("; ");
}

function changeWords({ name, definition, scale }: SetCriterion, before: readonly SetCriterion[]): string[] {
  const earlier = before.find((one) => one.name === name);
  if (earlier === undefined) return [`${name} (${scaleWords(scale)}) added`];
  const [points, old] = [scaleWords(scale), scaleWords(earlier.scale)];
  if (points !== old) return [`${name} (${points}, was ${old})`];
  const isReworded = definition !== earlier.definition || JSON.stringify(scale.levels) !== JSON.stringify(earlier.scale.levels);
  return isReworded ? [`${name} reworded`] : [];
}

function scaleWords(scale: Scale): string {
  const labels = labelsOf(scale);
  const several = scale.several ? ", more than one can be right" : "";
  if (labels !== null) return quotedLabels(labels) + several;
  const steps = scale.step === null ? ", any number" : scale.step === 1 ? "" : ` in steps of ${scale.step}`;
  return `${scale.min} to ${scale.max}${steps}${several}`;
}

const counted = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

function ofPlan({ version, content, startedAt, closedAt, by }: RecordedDecisions["plans"][number]): Decision[] {
  const { design, overlap, shared, samples, draw = "equal", people, seed, arms, sizing } = content;
  const epsilon = sizing?.targets.epsilon;
  const what = [
    `Started: ${counted(overlap, "rating")} for each of ${samples ?? "all"} samples by ${counted(people, "person", "people")}`,
    ...(drawsUnequally({ samples, draw }) ? ["inputs where judges differ drawn more likely, with known chances"] : []),
    ...(shared === 0 ? [] : [`${counted(shared, "sample")} by everybody`]),
    `arms ${[...new Set(arms.map(({ arm }) => arm))].join(" and ")}, ${design}`,
    ...(epsilon === undefined ? [] : [epsilonWords(epsilon)]),
    `seed ${seed}`,
  ].join("; ");
  const about = `Study ${version}`;
  return [
    { about, what, at: timeOf(startedAt), by },
    ...(closedAt === null ? [] : [{ about, what: "Closed: no more work was given out", at: timeOf(closedAt), by: null }]),
  ];
}

/** Each way in which a judge was asked, when it first was. */
function ofJudges(runs: RecordedDecisions["runs"]): Decision[] {
  const ways = new Map<string, Decision>();
  for (const run of runs) {
    const about = `Judge ${run.judge}`;
    const what = wayWords(run);
    const key = JSON.stringify([about, what]);
    if (!ways.has(key)) ways.set(key, { about, what, at: run.importId === null ? timeOf(run.createdAt) : null, by: run.by });
  }
  return [...ways.values()];
}

function wayWords({ importId, model, protocol, promptVersion, temperature }: RecordedDecisions["runs"][number]): string {
  if (importId !== null) return "Its scores were imported";
  // Only what is asked of a model has prompts.
  if (model === null) return `Protocol ${protocol}`;
  const warmth = typeof temperature === "number" ? ` at temperature ${temperature}` : "";
  return `Model ${model}${warmth}, protocol ${protocol}, prompts ${promptVersion}`;
}

const ofTrial = ({ judge, adopted, adoptedAt, by }: RecordedDecisions["trials"][number]): Decision => ({
  ...{ about: `Judge ${adopted}`, what: `Learned from people’s scores; adopted in place of ${judge} after a trial on held-out samples` },
  ...{ at: timeOf(adoptedAt), by },
});

function ofExclusions({ exclusions, people }: RecordedDecisions, anonymous: boolean): Decision[] {
  const byCode = namedByCode(people);
  return exclusions.flatMap(({ code, called, reason, createdAt, liftedAt, by, liftedBy }) => {
    const who = anonymous ? code : called;
    const what = who === code ? byCode(reason) : reason;
    return [
      { about: `Exclusion of ${who}`, what, at: timeOf(createdAt), by },
      ...(liftedAt === null ? [] : [{ about: `Exclusion of ${who}`, what: "Lifted", at: timeOf(liftedAt), by: liftedBy }]),
    ];
  });
}
