// Does the loop that improves judges find what is there, and nothing else? Made-up studies with a judge of known errors:
// `npm run bench -- improve [--short]`.
import { pathToFileURL } from "node:url";
import type { CandidateEvidence } from "@/lib/domain/judge-improvement";
import { compareCandidates, type JudgedUnits } from "@/lib/improve/compare-candidates";
import { type LearningUnit, unitKey } from "@/lib/improve/learning-unit";
import { recalibrate } from "@/lib/improve/recalibrate";
import { splitSamples } from "@/lib/improve/split";
import { drawNormal, isotonicValue, seededRandom } from "@/lib/stats";
import { knownErrors, knownScore, learnedShare } from "../e2e/support/known-judge";
import { atLeast, atMost, conclude } from "./support/conclude";

const criteria = Object.keys(knownErrors).map((name) => ({ id: name, name, min: 1, max: 5 }));
const people = 3;
const peopleNoise = 0.5;

interface MadeUnit extends LearningUnit {
  quality: number;
}

/** Samples with true scores, and people who score them without a draft. Every third input has two samples. */
function makeUnits(seed: number, inputs: number): MadeUnit[] {
  const random = seededRandom(seed);
  const samples = Array.from({ length: inputs }, (_, at) => (at % 3 === 0 ? [`i${at}a`, `i${at}b`] : [`i${at}`])).flat();
  return samples.flatMap((sampleId) =>
    criteria.map(({ id: criterionId }) => {
      const quality = 1 + 4 * random.next();
      const given = Array.from({ length: people }, (_, person) => ({
        annotatorId: `p${person}`,
        score: Math.min(5, Math.max(1, Math.round(quality + peopleNoise * drawNormal(random)))),
      }));
      return { sampleId, input: sampleId.replace(/[ab]$/u, ""), criterionId, people: given, quality };
    }),
  );
}

/** The judge's scores with this share of its errors left; `attempt` distinguishes repeated requests. */
function judged(units: readonly MadeUnit[], seed: number, attempt: string, left: number): Map<string, number> {
  return new Map(
    units.map((unit) => {
      const key = `${seed}/${attempt}/${unit.sampleId}`;
      return [unitKey(unit), knownScore({ quality: unit.quality, criterion: unit.criterionId, key, left })];
    }),
  );
}

export interface ImproveStudy {
  learned: CandidateEvidence;
  recalibrated: CandidateEvidence;
  /** The same judge asked again: nothing has changed. */
  same: CandidateEvidence[];
}

/** One study: split, candidates from the part to develop on, and their proof. `learned` has `learnedShare` of the errors taken away. */
export function improveStudy(seed: number, { inputs, permutations }: { inputs: number; permutations: number }): ImproveStudy {
  const units = makeUnits(seed, inputs);
  const places = splitSamples(
    units.map(({ sampleId, input }) => ({ id: sampleId, inputKey: input, textHash: input })),
    { seed, heldOutShare: 0.5 },
  );
  const inPart = (part: "develop" | "held-out") => units.filter(({ sampleId }) => places.get(sampleId)?.part === part);
  const present = judged(units, seed, "present", 1);
  const { criteria: maps } = recalibrate(criteria, inPart("develop"), present);
  const scores = (map: Map<string, number>): JudgedUnits => ({ scores: map, costUsd: null });
  const mapped = new Map(
    units.map((unit) => [unitKey(unit), isotonicValue(maps[unit.criterionId] ?? [], present.get(unitKey(unit)) ?? Number.NaN)]),
  );
  const compare = (candidates: Record<string, Map<string, number>>) =>
    compareCandidates({
      criteria,
      units: inPart("held-out"),
      present: scores(present),
      candidates: Object.entries(candidates).map(([id, map]) => ({ id, ...scores(map) })),
      use: 1,
      permutations,
    }).candidates;
  const [learned, recalibrated] = compare({ learned: judged(units, seed, "learned", 1 - learnedShare), recalibrated: mapped });
  const same = compare({ again: judged(units, seed, "again", 1), "and again": judged(units, seed, "and again", 1) });
  return { learned: learned as CandidateEvidence, recalibrated: recalibrated as CandidateEvidence, same };
}

/** By how much examples change the mean |judge - people| in truth, as a share of the scale: over so many units that chance plays no part. */
export function trueChange(inputs = 40_000): number {
  const units = makeUnits(987_654_321, inputs);
  const errors = (scores: ReadonlyMap<string, number>) =>
    units.reduce((sum, unit) => {
      const mean = unit.people.reduce((total, { score }) => total + score, 0) / people;
      return sum + Math.abs((scores.get(unitKey(unit)) ?? Number.NaN) - mean) / 4;
    }, 0) / units.length;
  return errors(judged(units, 0, "learned", 1 - learnedShare)) - errors(judged(units, 0, "present", 1));
}

export interface ImproveResult {
  studies: number;
  /** In truth, and the mean of what the studies found. */
  change: number;
  found: number;
  /** Share of studies whose interval has the true change. */
  covered: number;
  /** Share of studies that claim an improvement, by candidate; `same`: of a judge that has not changed. */
  claimed: { learned: number; recalibrated: number; same: number };
}

export function runStudies(studies: number, options: { inputs: number; permutations: number }): ImproveResult {
  const change = trueChange();
  const made = Array.from({ length: studies }, (_, at) => improveStudy(at + 1, options));
  const share = (holds: (study: ImproveStudy) => boolean) => made.filter(holds).length / studies;
  const isBetter = ({ verdict }: CandidateEvidence) => verdict === "better";
  return {
    studies,
    change,
    found: made.reduce((sum, { learned }) => sum + (learned.error.difference.value ?? Number.NaN), 0) / studies,
    covered: share(({ learned: { error } }) => {
      const { interval } = error.difference;
      return !!interval && interval.low <= change && change <= interval.high;
    }),
    claimed: {
      learned: share(({ learned }) => isBetter(learned)),
      recalibrated: share(({ recalibrated }) => isBetter(recalibrated)),
      same: share(({ same }) => same.some(isBetter)),
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const isShort = process.argv.includes("--short");
  const result = runStudies(isShort ? 20 : 200, { inputs: 80, permutations: isShort ? 500 : 2000 });
  const { change, found, covered, claimed } = result;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  process.stdout.write(
    [
      `${result.studies} studies`,
      `change of the error: ${change.toFixed(4)} of the scale in truth, ${found.toFixed(4)} found`,
      `the interval has the true change in ${percent(covered)}`,
      `improvement claimed: with examples ${percent(claimed.learned)}, recalibrated ${percent(claimed.recalibrated)}, unchanged ${percent(claimed.same)}`,
      "",
    ].join("\n"),
  );
  conclude([
    ...atLeast("share of intervals that have the true change", covered, 0.9),
    ...atLeast("improvements claimed of a judge that has learned", claimed.learned, 0.95),
    ...atMost("improvements claimed of an unchanged judge", claimed.same, 0.05),
  ]);
}
