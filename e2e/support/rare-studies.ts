import type { Api, Body } from "./api";
import { knownModel } from "./known-judge";
import { type Proposals, type Rounds, redlineInRounds } from "./panel-study";
import { noise } from "./report-studies";
import { importFile, invite, makeStudy, runToEnd, type Study, signedInApi } from "./study";

// Studies of what few have, with few, equal and many figures.

interface RareShape {
  /** Samples that people rate, and those that judges alone score. */
  samples: readonly [rated: number, judged: number];
  /** Who score without a draft, and mark what else is acceptable. */
  people: readonly string[];
  criteria: readonly string[];
  /** All outputs are as good, and everybody says so. */
  alike?: boolean;
  adjudicated: number;
  proposals: Proposals;
  rounds: Rounds;
  /** What its frozen reports are called. */
  frozen: readonly string[];
}

/** Few people and samples; all alike; and much of everything. */
export const rareShapes = {
  tiny: {
    ...{ samples: [2, 1], people: ["Ann", "Bob"], criteria: ["Clarity"], adjudicated: 1, frozen: ["Before the second round"] },
    ...{ proposals: { "model-z": { samples: 1 } }, rounds: [["avara++"]] },
  },
  degenerate: {
    ...{ samples: [4, 2], people: ["Ann", "Bob", "Cleo"], criteria: ["Clarity", "Truth"], alike: true, adjudicated: 4 },
    ...{ proposals: { "model-z": { samples: 4 } }, rounds: [["aaaaa", "aaaaa"]], frozen: ["As it was", "As it was"] },
  },
  large: {
    ...{ samples: [16, 12], people: ["Ann", "Bob", "Cleo", "Dimitri of the long name", "Eve"], adjudicated: 10 },
    criteria: ["Clarity", "Truth", "Says what it does not know"],
    proposals: {
      "model-z": { samples: 4 },
      "a-model-with-a-long-name-70b": { samples: 4, embeddingsModel: "stand-in" },
      "asked once more": { samples: 1 },
    },
    rounds: [
      ["aaaaa", "araaa", "aavra+"],
      ["aaaaa", "aaaaa", "aaaaa"],
      ["avara++"],
      ["aarra", "aavaa", "araaa+"],
      ["aaaaa", "aaaar", "aaaaa"],
    ],
    frozen: ["Before the second round", "As it was sent to the reviewers of the workshop, with the figures of the appendix", "As accepted"],
  },
} satisfies Record<string, RareShape>;

/**
 * A study with what few have: several acceptable scores, samples that judges alone have scored, a judge that was asked three times, one whose
 * critiques outputs are revised by, adjudicated units, criteria that judges proposed and experts redlined, and frozen reports.
 */
export async function rareStudy(api: Api, baseUrl: string, shape: RareShape): Promise<Study> {
  const { samples, people, criteria: names, alike = false, adjudicated, frozen } = shape;
  const qualityOf = (sample: number) => (alike ? 4 : Number((1 + 4 * noise(sample, 7)).toFixed(1)));
  const fileOf = (from: number, count: number) => {
    const rows = Array.from({ length: count }, (_, place) => from + place).map(
      (sample) => `s${sample + 1},Question ${sample + 1}?,It says so. That is of quality ${qualityOf(sample).toFixed(1)} in all.\n`,
    );
    return { fileName: "samples.csv", file: `id,input,output\n${rows.join("")}` };
  };
  const criteria = names.map((name, place) => ({
    ...{ name, definition: "Made up.", overall: place === 0 },
    scale: { min: 1, max: 5, step: 1, levels: [], several: true as const },
  }));
  const task = { annotatorsPerSample: people.length, arm: "blind" as const };
  const study = await makeStudy(api, { criteria, file: fileOf(0, samples[0]), task });
  const { projectId, taskId } = study;
  for (const [rater, name] of people.entries()) {
    const own = await signedInApi(api.baseURL, await invite(api, projectId, "annotator", name));
    await scoreAll(own, taskId, (sample, criterion) => {
      const score = qualityOf(sample) + (alike ? 0 : 2.4 * (noise(sample, criterion, rater, 2) - 0.5));
      const nearest = Math.min(5, Math.max(1, Math.round(score)));
      return [nearest, !alike && noise(sample, rater, 6) < 0.4 ? [nearest === 5 ? 4 : nearest + 1] : []];
    });
    await own.request.dispose();
  }
  await importFile(api, { projectId, task: study.taskName, ...fileOf(samples[0], samples[1]) });
  const judge = async (body: Body<"createJudge">) => (await api.call("createJudge", { params: { projectId }, body })).id;
  const known = await judge({ name: knownModel, baseUrl, model: knownModel });
  for (const _ of [1, 2, 3]) await runToEnd(api, taskId, { judgeId: known, reuseAnswers: false });
  const roles = { reviser: await judge({ name: "reviser", baseUrl, model: "stand-in" }) };
  const critic = { name: "critic", baseUrl, model: "stand-in", protocol: "critique" as const, options: { feedback: true }, roles };
  await runToEnd(api, taskId, { judgeId: await judge(critic) });
  const params = { taskId };
  const { items } = await api.call("listAdjudications", { params });
  for (const [place, { sampleId, criterionId, number }] of items.slice(0, adjudicated).entries()) {
    const score = Math.round(qualityOf(number - 1));
    const { id, confirmed } = await api.call("adjudicate", { params, body: { sampleId, criterionId, score } });
    const changed = !alike && place % 4 === 1 ? Math.min(5, score + 1) : score;
    if (!confirmed) await api.call("confirmAdjudication", { params: { adjudicationId: id }, body: { score: changed } });
  }
  await redlineInRounds(api, study, { baseUrl, ...shape });
  for (const name of frozen) await api.call("freezeReport", { params: { projectId }, body: { taskId, name } });
  return study;
}

type Opened = Awaited<ReturnType<typeof open>>;
const open = (own: Api, assignmentId: string) => own.call("openAssignment", { params: { assignmentId } });

/** Works through all samples of a task. */
async function workThrough(
  own: Api,
  taskId: string,
  actionsOn: (unit: Opened["units"][number], place: number, sample: Opened["sample"]) => Partial<Action>[],
): Promise<void> {
  for (;;) {
    const { assignmentId } = await own.call("nextAssignment", { params: { taskId } });
    if (assignmentId === null) return;
    const params = { assignmentId };
    const { units, sample } = await open(own, assignmentId);
    for (const [place, unit] of units.entries()) {
      const actions: Action[] = [];
      for (const action of actionsOn(unit, place, sample)) {
        const made = { id: crypto.randomUUID(), parentId: actions.at(-1)?.id ?? null, at: new Date().toISOString() };
        actions.push({ ...made, ...action } as Action);
      }
      await own.call("saveActions", { params, body: { criterionId: unit.criterionId, actions } });
    }
    await own.call("submitAssignment", { params });
  }
}

type Action = Body<"saveActions">["actions"][number];

/** Without drafts: a score for each sample and criterion, and marks of what else is acceptable. */
const scoreAll = (own: Api, taskId: string, of: (sample: number, criterion: number) => [score: number, also: number[]]) =>
  workThrough(own, taskId, (_, place, { input }) => {
    const [score, also] = of(Number(/\d+/u.exec(input)?.[0]) - 1, place);
    return [{ kind: "set-score", score }, ...also.map((one) => ({ kind: "allow" as const, score: one }))];
  });

/** One person and sample; drafts with which everybody agrees; and several people. */
const madeShapes = {
  tiny: { samples: 1, people: 1 },
  degenerate: { samples: 2, people: 2, alike: true },
  large: { samples: 6, people: 4 },
} satisfies Record<string, { samples: number; people: number; alike?: boolean }>;

/** An overall criterion whose judge makes dimensions for each sample; people keep what it wrote, or most of it, and correct the rest. */
export async function madeStudy(api: Api, modelUrl: string, size: keyof typeof madeShapes): Promise<Study> {
  const { samples, people, alike = false }: { samples: number; people: number; alike?: boolean } = madeShapes[size];
  const overall = { name: "Overall", definition: "Made up.", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: true };
  const study = await makeStudy(api, { criteria: [overall], samples, task: { annotatorsPerSample: people } });
  const params = { projectId: study.projectId };
  const model = { baseUrl: modelUrl, model: "stand-in" };
  const weak = await api.call("createJudge", { params, body: { name: "weak", ...model } });
  const body = { name: "camieval", ...model, protocol: "camieval-pointwise" as const, roles: { weak: weak.id } };
  await runToEnd(api, study.taskId, { judgeId: (await api.call("createJudge", { params, body })).id });
  for (let person = 1; person <= people; person++) {
    const own = await signedInApi(api.baseURL, await invite(api, study.projectId, "annotator"));
    await redlineAll(own, study.taskId, alike ? null : person);
    await own.request.dispose();
  }
  return study;
}

/** Every fourth line is removed, every third score revised, and the rest accepted; null: all is. */
const redlineAll = (own: Api, taskId: string, person: number | null) =>
  workThrough(own, taskId, ({ draft }, at, { output }) => {
    const place = (person ?? 0) + output.length;
    const score = (draft?.score ?? 0) > 1 ? (draft?.score ?? 0) - 1 : 2;
    const why = { reasonCode: "wrong-score" as const, reason: null };
    return (draft?.items ?? [])
      .filter((item) => item.kind !== "heading")
      .map(({ id: itemId, kind }, line): Partial<Action> => {
        if (person === null) return { itemId, kind: "accept" };
        if (kind === "score" && (place + at) % 3 === 0) return { ...why, itemId, kind: "revise", text: `Score: ${score}`, score };
        if (kind !== "score" && (place + at + line) % 4 === 0) return { ...why, itemId, kind: "remove" };
        return { itemId, kind: "accept" };
      });
  });
