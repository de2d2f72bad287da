import { type PlanContent, planContent } from "@/lib/domain/study-plan";
import type { Api, Body } from "./api";
import { knownModel } from "./known-judge";
import { noise } from "./report-studies";
import { draft, invite, makeStudy, type Study, signedInApi } from "./study";

const names = ["Ada", "Ben", "Cleo", "Dimitri", "Eve", "Fay", "Gus", "Hanna", "Ida of the long name"];
const criterionNames = [
  "Clarity",
  "Truth",
  "Says what it does not know",
  "Order",
  "Tone",
  "Brevity",
  "Names its sources, and what they say",
];

interface InfluenceShape {
  samples: number;
  /** How many people rate blind, with the draft, and blind before they see it. */
  people: readonly [blind: number, drafted: number, both: number];
  criteria: number;
  /** All outputs are as good, and everybody says so whatever the draft says. */
  alike?: boolean;
}

const usual: InfluenceShape = { samples: 20, people: [3, 3, 2], criteria: 3 };
/** Few people and samples; all alike; and many criteria and people. */
export const influenceShapes = {
  tiny: { samples: 2, people: [1, 1, 1], criteria: 1 },
  degenerate: { samples: 4, people: [1, 1, 1], criteria: 2, alike: true },
  large: { samples: 6, people: [3, 3, 3], criteria: 5 },
} satisfies Record<string, InfluenceShape>;

/**
 * A study whose people rate blind, with the draft, or blind and then with it. The judge is off by what is known of it, and people who see its
 * draft move part of the way towards it; times are made up too, so that the report is always the same.
 */
export async function influenceStudy(api: Api, modelUrl: string, shape: InfluenceShape = usual): Promise<Study> {
  const { alike = false } = shape;
  const [blind, drafted, both] = shape.people;
  const people = names.slice(0, blind + drafted + both);
  const criteria = criterionNames.slice(0, shape.criteria).map((name) => ({
    ...{ name, definition: "Made up.", overall: false },
    scale: { min: 1, max: 5, step: 1, levels: [] },
  }));
  const samples = Array.from({ length: shape.samples }, (_, index) => {
    const quality = alike ? "4.0" : (1 + 4 * noise(index, 7)).toFixed(1);
    return `s${index + 1},Question ${Math.floor(index / 2) + 1}?,It says so. That is of quality ${quality} in all.,${index % 2 === 0 ? "harbour" : "meadow"}`;
  });
  const file = { fileName: "samples.csv", file: `id,input,output,system\n${samples.join("\n")}\n` };
  const study = await makeStudy(api, { criteria, file });
  const run = await draft(api, study, { baseUrl: modelUrl, model: knownModel });
  const params = { taskId: study.taskId };
  const arms: Partial<PlanContent["arms"][number]>[] = [
    { arm: "blind", share: blind },
    { arm: "drafted", runId: run.id, share: drafted },
    { arm: "blind-then-drafted", runId: run.id, share: both },
  ];
  // Everybody rates everything, and who is in which arm follows from the seed: the order, which follows from ids too, makes no difference.
  const everybody = { people: people.length, overlap: people.length, shared: samples.length };
  const plan = { design: "parallel", arms, ...everybody, anonymous: false };
  await api.call("savePlan", { params, body: planContent.parse(plan) });
  await api.call("startPlan", { params });
  const accounts: Api[] = [];
  for (const name of people) {
    const own = await signedInApi(api.baseURL, await invite(api, study.projectId, "annotator", name));
    // Places are taken in this order.
    await own.call("nextAssignment", { params });
    accounts.push(own);
  }
  await Promise.all(accounts.map((own, person) => rateAll(own, study.taskId, person, alike)));
  await Promise.all(accounts.map((own) => own.request.dispose()));
  return study;
}

type Actions = Body<"saveActions">["actions"];
type NewAction = Actions[number];

/** Works through everything that a person is given. */
async function rateAll(own: Api, taskId: string, person: number, alike: boolean): Promise<void> {
  for (;;) {
    const { assignmentId } = await own.call("nextAssignment", { params: { taskId } });
    if (assignmentId === null) return;
    const params = { assignmentId };
    const opened = await own.call("openAssignment", { params });
    const quality = Number(/quality (\d\.\d)/u.exec(opened.sample.output)?.[1]);
    const scoreOf = (criterion: number, pulledTo: number | null): number => {
      if (alike) return quality;
      const mine = quality + 0.25 * (person % 3) - 0.25 + 2.2 * (noise(quality * 10, person, criterion) - 0.5);
      // Most give way to a draft by two thirds, every fourth person hardly.
      const way = person % 4 === 3 ? 0.1 : 0.35 + 0.6 * noise(person, quality * 10, criterion, 3);
      return Math.min(5, Math.max(1, Math.round(pulledTo === null ? mine : mine + way * (pulledTo - mine))));
    };
    const save = (criterionId: string, actions: Actions, seconds: number) =>
      own.call("saveActions", { params, body: { criterionId, actions, activeMs: Math.round(seconds * 1000) } });
    const secondsOf = (criterion: number) => 24 + 40 * noise(quality * 10, criterion, person, 5);
    let { units } = opened;
    const before = new Map<string, string>();
    if (units.every((unit) => unit.draft === null)) {
      for (const [place, { criterionId }] of units.entries()) {
        const first = made(null, { kind: "set-score", score: scoreOf(place, null) });
        before.set(criterionId, first.id);
        await save(criterionId, [first], secondsOf(place));
      }
      if (opened.arm === "blind-then-drafted") {
        await own.call("revealDrafts", { params });
        ({ units } = await own.call("openAssignment", { params }));
      }
    }
    for (const [place, { criterionId, draft: shown }] of units.entries()) {
      if (shown === null || shown === undefined) continue;
      const score = scoreOf(place, shown.score ?? 3);
      await save(
        criterionId,
        redlined(shown, before.get(criterionId) ?? null, score, quality * 10 + person + place),
        0.6 * secondsOf(place) + 20,
      );
    }
    await own.call("submitAssignment", { params });
  }
}

const made = (parentId: string | null, action: Partial<NewAction> & Pick<NewAction, "kind">): NewAction => ({
  ...{ id: crypto.randomUUID(), parentId, at: new Date().toISOString() },
  ...action,
});

const reasons = ["wrong-score", "wrong-score", "misapplied-criterion", "misread-text", "overlooked-evidence", "unclear", "made-up"];

/** Keeps a draft's lines or changes them so that the score is this one, with a reason for each change but every ninth. */
function redlined(
  shown: { score: number | null; items: readonly { id: string; kind: string }[] },
  parentId: string | null,
  score: number,
  seed: number,
): Actions {
  const actions: Actions = [];
  for (const [line, { id: itemId, kind }] of shown.items.filter((item) => item.kind !== "heading").entries()) {
    const chance = noise(seed, line, 9);
    const reasonCode = chance > 0.89 ? null : (reasons[Math.floor(chance * reasons.length * 1.12)] ?? "other");
    const why = { reasonCode, reason: reasonCode === null ? null : "As the answer says." };
    const parent = actions.at(-1)?.id ?? parentId;
    if (kind === "score" && score !== shown.score)
      actions.push(made(parent, { ...why, kind: "revise", itemId, text: `Score: ${score}`, score }));
    else if (kind !== "score" && noise(seed, line, 2) > 0.9) actions.push(made(parent, { ...why, kind: "remove", itemId }));
    else if (kind !== "score" && score !== shown.score && noise(seed, line, 4) > 0.6)
      actions.push(made(parent, { ...why, kind: "revise", itemId, text: "It says so, but not why." }));
    else actions.push(made(parent, { kind: "accept", itemId }));
  }
  return actions;
}
