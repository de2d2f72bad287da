import type { ActionCounts, ActionGroup } from "./action-groups";
import type { ArmColumns, ArmData } from "./arm-columns";
import type { JudgeKind } from "./judge-kind";
import type { MadeKind } from "./made-dimension";
import type { Preference } from "./pair-outputs";
import type { RatingColumns, ReportRating } from "./rating-columns";
import type { ReasonCounts, ReasonGroup } from "./reason-groups";

/** A unit with two verdicts or scores. */
export interface UnitPair {
  sample: number;
  criterion: number;
  before: number;
  after: number;
}

/** A score beside a draft that was wrong on purpose, which is no rating. */
export interface PlantedScore {
  /** Not a place among the raters: people without a rating left in a narrowed report are not among them. */
  person: Pick<ReportData["raters"][number], "id" | "name" | "code">;
  judge: number;
  sample: number;
  criterion: number;
  arm: "drafted" | "blind-then-drafted";
  /** As in `arms`. */
  day: number | null;
  plantedScore: number;
  /** The final one. */
  score: number;
}

/** Everything a task's report is computed from. Indexes refer to the lists beside them. */
export interface ReportData {
  task: {
    id: string;
    name: string;
    inputName: string;
    outputName: string;
    kind: "pointwise" | "pairwise";
    /** How many people are asked to rate each sample. Absent: not known. */
    annotatorsPerSample?: number;
    /** The alternative-annotator test's epsilon that a started study plan states. Absent: none does. */
    epsilon?: number;
    /** Versions of the study plans that drew samples with unequal chances and have submitted work. Absent: none. */
    draws?: number[];
    /** Columns of the import that would make groups of samples, beyond those that `columns` of samples have. Absent: none, or not read. */
    columnsLeftOut?: string[];
  };
  criteria: {
    id: string;
    name: string;
    min: number;
    max: number;
    step: number | null;
    /** Categorical criteria only: scores are places in this list. Absent or null: scores are numbers. */
    labels?: string[] | null;
    /** Raters can mark further scores as acceptable. Absent: they cannot. */
    several?: true;
    overall: boolean;
  }[];
  samples: {
    id: string;
    externalId: string;
    inputKey: string;
    system: string | null;
    /** For a pair: who wrote the second output, and which output is known to be better. */
    systemB: string | null;
    goldLabel: Preference | null;
    subset: string | null;
    /** The output's, in bytes; absent: not known, as for pairs. */
    length?: number | null;
    /** What the output's text shows of its form, a bit for each of `outputFormats`; absent: not known. */
    format?: number | null;
    /** Its values in those columns of the import that make few groups, by name. Samples with the same ones share the object. Absent: none, or not read. */
    columns?: Readonly<Record<string, string>>;
    /** Where one plan alone drew with unequal chances: that with which it drew this sample, null if it did not or nobody rated it there; absent: it could not. */
    chance?: number | null;
    /** Whether only people excluded since rated it there. Absent: others did, or nobody. */
    byExcluded?: boolean;
  }[];
  raters: {
    id: string;
    name: string;
    kind: "annotator" | "judge";
    /** An annotator's, used instead of the name in links. Absent or null: a judge's. */
    code?: string | null;
    judgeKind: JudgeKind | null;
    /** The model that a judge asks; absent or null: none, or not known. */
    model?: string | null;
    /** Scale null: the metric scores the task's own criteria. */
    metric: { name: string; scale: { min: number; max: number; step: number | null } | null } | null;
    /** Names of its members. */
    panel: { members: string[]; aggregate: string | null } | null;
  }[];
  /** Which raters are excluded, and why: the last ones of the list. */
  excluded: { rater: number; reason: string }[];
  ratings: ReportRating[];
  /** What was rated in each arm; null where all work was done in one. */
  arms: ArmData | null;
  /** The judge whose newest drafts all people with a draft saw, where `arms` is null; null: none was shown, or it is not known whose. Absent: not kept. */
  judgeShown?: number | null;
  actionCounts: ActionCounts[];
  /** What people did with dimensions that the judge made for one sample: a person and a dimension each, lines without headings; absent: nothing. */
  made?: {
    annotator: number;
    judge: number;
    sample: number;
    kind: MadeKind;
    arm: "drafted" | "blind-then-drafted";
    /** As in `arms`. */
    day: number | null;
    draft: number | null;
    score: number | null;
    accept: number;
    revise: number;
    remove: number;
    add: number;
  }[];
  /** What people with ratings in the report scored beside drafts that were wrong on purpose; absent: nothing. */
  planted?: PlantedScore[];
  reasonCounts: ReasonCounts[];
  /** Second scores of the same unit by the same person, of samples that a plan repeats; absent: none. */
  repeats?: { rater: number; sample: number; criterion: number; before: number; after: number }[];
  /** Ratings with scores that are acceptable besides the one given; absent: none. Absent arm: the person rated the unit once. */
  alsoAcceptable?: { rater: number; sample: number; criterion: number; arm?: string; scores: number[] }[];
  /** Judges whose newest run was asked again in the same words: the runs' scores of units that two or more of them scored; absent: none. */
  judgeRepeats?: { judge: number; runs: number; scores: { sample: number; criterion: number; of: number[] }[] }[];
  /** Scores of metrics that have their own scale, one per sample. */
  metricScores: { rater: number; sample: number; score: number }[];
  /** Each judge's newest run with the outputs swapped, with the newest plain run that used the same prompts (`before`; null: none). */
  swaps: { judge: number; swappedRunId: string; plainRunId: string | null; units: UnitPair[] }[];
  /**
   * Each judge's newest run that asked again: the verdict before, what was claimed (null: nothing, or not known), and the verdict after. Absent
   * variant: written when every such run made a claim.
   */
  interferences: {
    judge: number;
    runId: string;
    variant?: "interference" | "sycophancy";
    units: (UnitPair & { claimed: number | null })[];
  }[];
  /** Runs whose protocol may discard drafts: for each finished unit, its sample and whether its draft was discarded. */
  droppingRuns: { judge: number; runId: string; variant: string; samples: number[]; dropped: boolean[] }[];
  /** Runs that score an output before and after it is rewritten. */
  feedbackRuns: { judge: number; runId: string; units: UnitPair[] }[];
  /** Units with an adjudicator's label: the one in force, and what it was compared with when it was given. Never a rating of anybody's. */
  adjudications: {
    sample: number;
    criterion: number;
    first: number;
    final: number;
    /** Whose score was shown; null: nobody's, or its run is gone; absent: not known. */
    judge?: number | null;
    judgeScore: number | null;
    /** Of people's ratings. For labels, the most frequent one; null if two share the most ratings, or nobody's rating is left. */
    median: number | null;
    /** Null: fewer than two ratings are left. */
    range: number | null;
  }[];
  /** Warnings of the imports that brought the data. */
  warnings: { code: string; message: string; count: number; criteriaSet?: number }[];
}

/** What people did with the drafts that they were shown. */
export interface DraftWork {
  actionCounts: ActionGroup[];
  reasonCounts: ReasonGroup[];
  made: NonNullable<ReportData["made"]>;
  planted?: PlantedScore[];
}

/** The same with its ratings as columns and actions in groups: what is read from the database, and what figures are computed from. */
export interface ReportColumns extends Omit<ReportData, "ratings" | "arms" | keyof DraftWork> {
  ratings: RatingColumns;
  arms: ArmColumns | null;
  /** Few figures need it, and it takes long to read. Throws until it has been read. */
  draftWork: () => DraftWork;
}

/** The data of a task without criteria, but for its description and samples. */
export const noReportData = {
  criteria: [],
  raters: [],
  excluded: [],
  ratings: [],
  arms: null,
  actionCounts: [],
  reasonCounts: [],
  metricScores: [],
  swaps: [],
  interferences: [],
  droppingRuns: [],
  feedbackRuns: [],
  adjudications: [],
} satisfies Partial<ReportData>;
