import type { CriterionContent, Scale } from "@/lib/domain/criterion";
import type { Variant } from "@/lib/domain/pair-outputs";
import type { Api } from "./api";
import { importFile, makeStudy, type Study, twoCriteria } from "./study";

// Made-up studies whose reports are pictured: no figures, few, all equal, and many ratings. The same call always makes the same figures.

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

/** Two people without a draft, and all others with one. */
const twoBlind = (rater: number) => (rater < 2 ? ("blind" as const) : ("drafted" as const));
const twoJudges = ["model-x", "model-y"];

/** One rating, given with a draft in view, beside a score of each judge: nothing can be computed. */
export const emptyStudy = (api: Api): Promise<Study> =>
  studyOf(api, {
    ...{ inputs: 1, people: ["Ann"], judges: twoJudges, arm: () => "drafted" },
    criteria: twoCriteria.map((criterion) => ({ ...criterion, scale: { ...criterion.scale, several: true } })),
    share: (_, sample, criterion) => (sample + criterion === 0 ? 0.5 : null),
  });

/** Two samples, two people who nearly agree, one who saw a draft, and two judges. */
export const tinyStudy = (api: Api): Promise<Study> =>
  studyOf(api, {
    ...{ inputs: 1, criteria: twoCriteria, people: ["Ann", "Bob", "Cleo"], judges: twoJudges, arm: twoBlind },
    share: (rater, sample, criterion) => (0.3 + 0.35 * sample + 0.25 * criterion + 0.1 * rater) % 1,
  });

/** Everybody gives one score everywhere; two samples nobody but the judges has seen. */
export const degenerateStudy = (api: Api): Promise<Study> =>
  studyOf(api, {
    ...{ inputs: 22, criteria: twoCriteria, people: ["Ann", "Bob", "Cleo"], judges: twoJudges, arm: twoBlind, outputOf: boldOrNot },
    share: (rater, sample) => (rater < 3 && sample >= 42 ? null : 1),
  });

/** Every other output has bold words. */
export const boldOrNot = (sample: number) => `${sample % 2 === 0 ? "**It does.**" : "It does."} That is ${sample}.`;

const forms = ["## Why", "\n- It does.\n- It does not.\n", "`It does.`"];

/** Many criteria, people and judges, in two arms, and outputs of many forms; four samples nobody but the judges has seen. */
export const largeStudy = (api: Api): Promise<Study> =>
  studyOf(api, {
    ...{ inputs: 32, criteria: manyCriteria(7), people: ["Ann", "Bob", "Cleo", "Dimitri of the long name", "Eve", "Fay"] },
    judges: ["model-x", "model-y", "a-model-with-a-long-name-70b"],
    outputOf: (sample) => `"${forms[sample % 3]}\n${boldOrNot(sample)} ${anyOutput(sample)}"`,
    share: (rater, sample, criterion) => {
      if (rater < 6 && sample >= 60) return null;
      const quality = noise(sample, criterion);
      const own = rater < 6 ? 0.16 + 0.02 * rater : 0.4 + 0.1 * (rater - 6);
      return quality * (1 - own) + noise(sample, criterion, rater) * own + (rater >= 6 ? 0.08 : 0);
    },
    arm: (rater, sample) => ((rater + sample) % 2 === 0 ? "blind" : "drafted"),
  });
