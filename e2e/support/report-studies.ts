import type { CriterionContent, Scale } from "@/lib/domain/criterion";
import type { Variant } from "@/lib/domain/pair-outputs";
import type { Api, Body } from "./api";
import { knownModel } from "./known-judge";
import { makePairStudy } from "./pairs";
import { importFile, invite, makeStudy, runToEnd, type Study, signedInApi, twoCriteria } from "./study";

// Made-up studies whose reports are pictured: few, all equal, and many ratings. The same call always makes the same figures.

export interface Shape {
  /** Each has two outputs: two samples, or a pair. */
  inputs: number;
  criteria: CriterionContent[];
  people: string[];
  judges: string[];
  /** The score of a rater: a share of the scale; null: none. */
  share: (rater: number, sample: number, criterion: number, variant: number) => number | null;
  /** The text of a sample's output; absent: any. */
  outputOf?: (sample: number) => string;
  /** The arm of a rating; absent: none is stated. */
  arm?: (rater: number, sample: number) => "blind" | "drafted";
  /** Who wrote the outputs of an input; their names are usual ones if absent. */
  systems?: readonly [string, string];
  /** The parts of the data, of equal size. */
  subsets?: string[];
  /** For pairs: which output is known to be better. */
  gold?: (sample: number) => "A" | "B" | "";
  /** How judges were asked. */
  variants?: readonly Variant[];
}

/** A number from 0 to 1 that looks random and is always the same for the same seeds. */
export function noise(...seeds: number[]): number {
  const mixed = seeds.reduce((sum, seed, index) => sum + (seed + 1) * (12.9898 + 31.719 * index), 0);
  const value = Math.sin(mixed) * 43_758.5453;
  return value - Math.floor(value);
}

export function manyCriteria(count: number): CriterionContent[] {
  const names = ["Clarity", "Correctness", "Says what it does not know, and where its figures come from", "Order", "Tone", "Brevity"];
  return Array.from({ length: count }, (_, index) => ({
    name: `${names[index % names.length]}${index < names.length ? "" : ` ${Math.floor(index / names.length) + 1}`}`,
    definition: "Made up.",
    scale: { min: 1, max: 5, step: 1, levels: [] },
    overall: false,
  }));
}

const anyOutput = (sample: number) => `${"It does. ".repeat(1 + Math.floor(noise(sample) * 6))}That is ${sample}.`;

/** The quality that a sample's output states, for a judge whose errors are known. */
const qualityOf = (sample: number) => Number((1 + 4 * noise(sample, 7)).toFixed(1));
const statedQuality = (sample: number) => `It says so. That is of quality ${qualityOf(sample)} in all.`;
const knownCriteria = ["Clarity", "Truth"].map((name) => ({
  ...{ name, definition: "Made up.", overall: false },
  scale: { min: 1, max: 5, step: 1, levels: [] },
}));

/** Makes a study of imported ratings. */
export async function studyOf(api: Api, shape: Shape): Promise<Study> {
  const {
    inputs,
    criteria,
    people,
    judges,
    share,
    outputOf = anyOutput,
    arm,
    systems = ["harbour", "meadow"],
    subsets = ["early", "late"],
    gold,
  } = shape;
  const count = gold ? inputs : inputs * 2;
  const samples = Array.from({ length: count }, (_, index) => {
    const subset = subsets[Math.floor((index * subsets.length) / count)];
    if (gold)
      return `s${index + 1},Question ${index + 1}?,${outputOf(index)},${outputOf(index + count)},${systems.join(",")},${gold(index)},${subset}`;
    const system = systems[index % 2];
    return `s${index + 1},Question ${Math.floor(index / 2) + 1}?,${outputOf(index)},${system},${subset}`;
  });
  const columns = gold ? "id,input,output_a,output_b,system_a,system_b,gold_label,subset" : "id,input,output,system,subset";
  const file = { fileName: "samples.csv", file: `${columns}\n${samples.join("\n")}\n` };
  const study = await makeStudy(api, { criteria, file, ...(gold && { task: { kind: "pairwise" } }) });
  const raters = [...people, ...judges];
  const lines = raters.flatMap((rater, place) => {
    const isPerson = place < people.length;
    return samples.flatMap((_, sample) =>
      criteria.flatMap(({ name, scale }, criterion) =>
        (isPerson ? [""] : (shape.variants ?? [""])).flatMap((variant, asked) => {
          const given = share(place, sample, criterion, asked);
          if (given === null) return [];
          const start = new Date(Date.UTC(2026, 0, 5, 9, sample, criterion * 3));
          const end = new Date(start.getTime() + 1000 * (10 + Math.round(40 * noise(place, sample, criterion))));
          const times = isPerson ? `${start.toISOString()},${end.toISOString()}` : ",";
          const stated = isPerson && arm ? arm(place, sample) : "";
          return `s${sample + 1},"${name}",${rater},${isPerson ? "annotator" : "judge"},${markOn(scale, given)},${times},${stated},${variant}`;
        }),
      ),
    );
  });
  const head = "sample_id,criterion,rater,rater_kind,score,label,started_at,ended_at,arm,variant";
  await importFile(api, {
    projectId: study.projectId,
    task: study.taskName,
    fileName: "ratings.csv",
    file: `${head}\n${lines.join("\n")}\n`,
  });
  return study;
}

/** The columns score and label for a share of a scale. */
function markOn(scale: Scale, share: number): string {
  const place = Math.min(scale.max, Math.max(scale.min, Math.round(scale.min + share * (scale.max - scale.min))));
  return scale.kind === "categorical" ? `,${scale.levels[place]?.label}` : `${place},`;
}

/** Two samples, two people who nearly agree, and a judge. */
export const tinyStudy = (api: Api): Promise<Study> =>
  studyOf(api, {
    ...{ inputs: 1, criteria: twoCriteria, people: ["Ann", "Bob"], judges: ["model-x"] },
    share: (rater, sample, criterion) => (0.3 + 0.35 * sample + 0.25 * criterion + 0.1 * rater) % 1,
  });

/** Everybody gives one score everywhere. */
export const degenerateStudy = (api: Api): Promise<Study> =>
  studyOf(api, { inputs: 6, criteria: twoCriteria, people: ["Ann", "Bob", "Cleo"], judges: ["model-x"], share: () => 1 });

/** Many criteria, people and judges, in two arms. */
export const largeStudy = (api: Api): Promise<Study> =>
  studyOf(api, {
    ...{ inputs: 30, criteria: manyCriteria(10), people: ["Ann", "Bob", "Cleo", "Dimitri of the long name", "Eve", "Fay"] },
    judges: ["model-x", "model-y", "a-model-with-a-long-name-70b"],
    share: (rater, sample, criterion) => {
      const quality = noise(sample, criterion);
      const own = rater < 6 ? 0.16 + 0.02 * rater : 0.4 + 0.1 * (rater - 6);
      return quality * (1 - own) + noise(sample, criterion, rater) * own + (rater >= 6 ? 0.08 : 0);
    },
    arm: (rater, sample) => ((rater + sample) % 2 === 0 ? "blind" : "drafted"),
  });

/** Three people, and a judge that scored everything three times, always the same; the ten most disputed units are adjudicated. */
export async function adjudicatedStudy(api: Api, modelUrl: string): Promise<Study> {
  const study = await studyOf(api, {
    ...{ inputs: 10, criteria: knownCriteria, people: ["Ann", "Bob", "Cleo"], judges: [], outputOf: statedQuality },
    share: (rater, sample, criterion) => (qualityOf(sample) - 1) / 4 + 0.8 * (noise(sample, criterion, rater, 2) - 0.5),
  });
  const { projectId, taskId } = study;
  const model = { name: knownModel, baseUrl: modelUrl, model: knownModel };
  const { id: judgeId } = await api.call("createJudge", { params: { projectId }, body: model });
  for (const _ of [1, 2, 3]) await runToEnd(api, taskId, { judgeId, reuseAnswers: false });
  const params = { taskId };
  const { items } = await api.call("listAdjudications", { params });
  for (const [place, { sampleId, criterionId, number }] of items.slice(0, 10).entries()) {
    const score = Math.round(qualityOf(number - 1));
    const { id, confirmed } = await api.call("adjudicate", { params, body: { sampleId, criterionId, score } });
    const changed = place % 4 === 1 ? Math.min(5, score + 1) : score;
    if (!confirmed) await api.call("confirmAdjudication", { params: { adjudicationId: id }, body: { score: changed } });
  }
  return study;
}

/** Pairs that a judge compared in both orders, and two people as they saw them. */
export async function swappedStudy(api: Api, modelUrl: string): Promise<Study> {
  const pairs = Array.from({ length: 12 }, (_, index) => ({
    ...{ input: `Question ${index + 1}?`, output_1: `It is ${index}. That is plain.`, output_2: `It may be ${index + 1}. Who knows.` },
    label: noise(index, 4) < 0.6 ? (1 as const) : (2 as const),
  }));
  const study = await makePairStudy(api, { Early: pairs.slice(0, 6), Late: pairs.slice(6) });
  const body = { name: "stand-in", baseUrl: modelUrl, model: "stand-in", protocol: "camieval-pairwise" as const };
  const { id: judgeId } = await api.call("createJudge", { params: { projectId: study.projectId }, body });
  await runToEnd(api, study.taskId, { judgeId });
  await runToEnd(api, study.taskId, { judgeId, variant: "swapped" });
  return study;
}

/** An overall criterion whose judge makes dimensions for each sample; two people keep most of what it wrote, and correct the rest. */
export async function madeStudy(api: Api, modelUrl: string): Promise<Study> {
  const overall = { name: "Overall", definition: "Made up.", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: true };
  const study = await makeStudy(api, { criteria: [overall], samples: 6 });
  const params = { projectId: study.projectId };
  const model = { baseUrl: modelUrl, model: "stand-in" };
  const weak = await api.call("createJudge", { params, body: { name: "weak", ...model } });
  const body = { name: "camieval", ...model, protocol: "camieval-pointwise" as const, roles: { weak: weak.id } };
  await runToEnd(api, study.taskId, { judgeId: (await api.call("createJudge", { params, body })).id });
  for (const person of [1, 2]) {
    const own = await signedInApi(api.baseURL, await invite(api, study.projectId, "annotator"));
    await redlineAll(own, study.taskId, person);
    await own.request.dispose();
  }
  return study;
}

/** Works through all samples of a task: every fourth line is removed, every third score revised, and the rest accepted. */
async function redlineAll(own: Api, taskId: string, person: number): Promise<void> {
  for (;;) {
    const { assignmentId } = await own.call("nextAssignment", { params: { taskId } });
    if (assignmentId === null) return;
    const params = { assignmentId };
    const { units, sample } = await own.call("openAssignment", { params });
    const place = person + sample.output.length;
    for (const [at, { criterionId, draft }] of units.entries()) {
      const score = (draft?.score ?? 0) > 1 ? (draft?.score ?? 0) - 1 : 2;
      const actions: Body<"saveActions">["actions"] = [];
      for (const [line, { id: itemId, kind }] of (draft?.items ?? []).filter((item) => item.kind !== "heading").entries()) {
        const made = { id: crypto.randomUUID(), parentId: actions.at(-1)?.id ?? null, itemId, at: new Date().toISOString() };
        const why = { reasonCode: "wrong-score", reason: null };
        if (kind === "score" && (place + at) % 3 === 0) actions.push({ ...made, ...why, kind: "revise", text: `Score: ${score}`, score });
        else if (kind !== "score" && (place + at + line) % 4 === 0) actions.push({ ...made, ...why, kind: "remove" });
        else actions.push({ ...made, kind: "accept" });
      }
      await own.call("saveActions", { params, body: { criterionId, actions } });
    }
    await own.call("submitAssignment", { params });
  }
}

/** Three people, without a draft, who mark scores as also acceptable, and a judge that scored as many samples again. */
export async function acceptableStudy(api: Api): Promise<Study> {
  const row = (sample: number) => `s${sample + 1},Question ${sample + 1}?,${anyOutput(sample)}`;
  const fileOf = (from: number) => ({
    fileName: "samples.csv",
    file: `id,input,output\n${Array.from({ length: 16 }, (_, place) => row(from + place)).join("\n")}\n`,
  });
  const [criterion] = knownCriteria;
  const criteria = criterion ? [{ ...criterion, scale: { ...criterion.scale, several: true as const } }] : [];
  const study = await makeStudy(api, { criteria, file: fileOf(0), task: { annotatorsPerSample: 3, arm: "blind" } });
  const { projectId, taskId, taskName: task } = study;
  const scoreOf = (sample: number, rater: number) => 1 + Math.round(4 * Math.min(1, 0.7 * noise(sample, 5) + 0.4 * noise(sample, rater)));
  for (const rater of [1, 2, 3]) {
    const own = await signedInApi(api.baseURL, await invite(api, projectId, "annotator", `Rater ${rater}`));
    await scoreAll(own, taskId, (sample) => {
      const score = scoreOf(sample, rater);
      const also = noise(sample, rater, 6) < 0.4 ? [score === 5 ? 4 : score + 1] : [];
      return [score, also];
    });
    await own.request.dispose();
  }
  await importFile(api, { projectId, task, ...fileOf(16) });
  const ratings = Array.from({ length: 32 }, (_, sample) => `s${sample + 1},Clarity,model-x,judge,${scoreOf(sample, 4)}`);
  const head = "sample_id,criterion,rater,rater_kind,score";
  await importFile(api, { projectId, task, fileName: "ratings.csv", file: `${head}\n${ratings.join("\n")}\n` });
  return study;
}

/** Works through all samples of a task without drafts: a score for each, and marks of what else is acceptable. */
async function scoreAll(own: Api, taskId: string, of: (sample: number) => [score: number, also: number[]]): Promise<void> {
  for (;;) {
    const { assignmentId } = await own.call("nextAssignment", { params: { taskId } });
    if (assignmentId === null) return;
    const params = { assignmentId };
    const { units, sample } = await own.call("openAssignment", { params });
    const [score, also] = of(Number(/\d+/u.exec(sample.input)?.[0]) - 1);
    for (const { criterionId } of units) {
      const actions: Body<"saveActions">["actions"] = [];
      for (const [place, given] of [score, ...also].entries()) {
        const kind = place === 0 ? "set-score" : "allow";
        actions.push({ id: crypto.randomUUID(), parentId: actions.at(-1)?.id ?? null, kind, score: given, at: new Date().toISOString() });
      }
      await own.call("saveActions", { params, body: { criterionId, actions } });
    }
    await own.call("submitAssignment", { params });
  }
}
