import { type Preference, preferenceOf } from "@/lib/domain/pair-outputs";
import { hasOnlyDrafted, withoutDraft } from "./chapters/without-draft";
import { majority } from "./majority";
import { type RatingTable, scoreOf, unitOf } from "./rating-table";

/** A pairwise task as the figures about pairs read it: one criterion, one verdict per rater and sample. */
export interface PairScene {
  table: RatingTable;
  /** The criterion that the figures are about; null if there are several and none is the overall one. */
  criterion: number | null;
  tieAllowed: boolean;
  /** The known better output of each sample; null if it is unknown or could not be chosen. */
  gold: (Preference | null)[];
  /** Known ties that the criterion has no score for. */
  goldLeftOut: number;
  samples: number[];
  subsets: string[];
  /** Whether people's verdicts are left out because all of them were given with a draft in view. */
  hasOnlyDrafted: boolean;
}

/** A verdict per sample; null if there is none. */
export type Verdicts = (Preference | null)[];

/** Reads the rating table of a pairwise task as pairs. */
export function pairScene(table: RatingTable): PairScene {
  const { criteria, samples } = table.data;
  const overall = criteria.findIndex((criterion) => criterion.overall);
  const criterion = overall >= 0 ? overall : criteria.length === 1 ? 0 : null;
  const step = criterion === null ? null : (criteria[criterion]?.step ?? null);
  // A scale from -1 in steps of 2 has no 0, so no tie.
  const tieAllowed = step !== 2;
  const gold = samples.map(({ goldLabel }) => (goldLabel === "tie" && !tieAllowed ? null : goldLabel));
  return {
    table,
    criterion,
    tieAllowed,
    gold,
    goldLeftOut: samples.filter(({ goldLabel }, index) => goldLabel !== gold[index]).length,
    samples: samples.map((_, index) => index),
    subsets: [...new Set(samples.flatMap(({ subset }) => subset ?? []))],
    hasOnlyDrafted: false,
  };
}

/** The same with people's verdicts given without a draft in view, where the task has any. */
export function undraftedPairScene(table: RatingTable): PairScene {
  const scene = pairScene(withoutDraft(table) ?? table);
  return { ...scene, hasOnlyDrafted: scene.criterion !== null && hasOnlyDrafted(table, scene.criterion) };
}

/** One rater's verdicts, sample by sample. */
export function verdictsOf({ table, criterion, samples }: PairScene, rater: number): Verdicts {
  if (criterion === null) return samples.map(() => null);
  return samples.map((sample) => {
    const score = scoreOf(table, unitOf(table, sample, criterion), rater);
    return score === null ? null : preferenceOf(score);
  });
}

/** The annotators' majority verdict per sample; null if nobody voted or two verdicts share the most votes. */
export function majorityOf(scene: PairScene): Verdicts {
  const columns = scene.table.annotators.map((annotator) => verdictsOf(scene, annotator));
  return scene.samples.map((sample) => majority(columns.flatMap((column) => column[sample] ?? [])));
}

/** The inputs of the samples, by which intervals are clustered. */
export const inputsOfSamples = ({ table }: PairScene, samples: readonly number[]): string[] =>
  samples.map((sample) => table.data.samples[sample]?.inputKey ?? "");

/** The same figure for each subset of the samples. */
export function perSubset<T>(scene: PairScene, samples: readonly number[], of: (samples: number[]) => T): Record<string, T> {
  return Object.fromEntries(
    scene.subsets.map((subset) => [subset, of(samples.filter((sample) => scene.table.data.samples[sample]?.subset === subset))]),
  );
}

/** Why the scene's verdicts allow no figures; null if they do. */
export const whyNoVerdicts = ({ criterion, hasOnlyDrafted }: PairScene): "no-overall-criterion" | "no-blind-ratings" | null =>
  criterion === null ? "no-overall-criterion" : hasOnlyDrafted ? "no-blind-ratings" : null;
