import type { BundleAction, BundleAssignment, BundleDraft, BundleEvaluation, TaskBundle } from "@/lib/domain/bundle";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { Preference } from "@/lib/domain/pair-outputs";
import { isPreferenceScale, verdictText } from "@/lib/domain/preference";

/** What one annotator did with one draft. Lines not mentioned were accepted. Evidence is counted from 0. */
export interface Redlined {
  conclusion?: [text: string, reason: string];
  score?: [value: number, because: string, reason: string];
  revise?: Record<number, [text: string, reason: string]>;
  remove?: Record<number, string>;
  add?: [text: string, reason: string][];
}

/** What an annotator wrote without seeing a draft. */
export interface Blind {
  blind: number;
  because?: string;
}

export type Work = "accept" | Redlined | Blind;

export interface AuthoredUnit {
  conclusion: string;
  score: number;
  because: string;
  evidence: string[];
  /** By annotator; those missing did not get to this unit. */
  work: Record<string, Work>;
}

export interface AuthoredSample {
  id: string;
  system: string;
  output: string;
  /** Further fields of a pair, whose `output` is A; texts name the two [A] and [B]. */
  pair?: {
    output: string;
    system: string;
    goldLabel: Preference;
    subset: string;
    /** Annotators who saw B first. */
    swappedFor: string[];
  };
  /** By criterion. */
  units: Record<string, AuthoredUnit>;
}

export interface AuthoredInput {
  input: string;
  samples: AuthoredSample[];
}

export interface AuthoredStudy {
  task: TaskBundle["task"];
  criteria: CriterionContent[];
  judge: string;
  /** In the order in which samples were read; each begins at a fixed time. */
  annotators: { name: string; startsAt: string }[];
  inputs: AuthoredInput[];
}

/** Expands a hand-written study into the shape of an import. Nothing is invented here: times follow from the length of what was read and written. */
export function expandStudy(study: AuthoredStudy): TaskBundle {
  const samples = study.inputs.flatMap(({ input, samples: ofInput }) => ofInput.map((sample) => ({ input, sample })));
  return {
    task: study.task,
    criteria: study.criteria,
    samples: samples.map(({ input, sample }) => ({
      externalId: sample.id,
      input,
      output: sample.output,
      outputB: sample.pair?.output ?? null,
      system: sample.system,
      systemB: sample.pair?.system ?? null,
      goldLabel: sample.pair?.goldLabel ?? null,
      subset: sample.pair?.subset ?? null,
      reference: null,
      imageUrl: null,
      inputId: null,
      metadata: {},
    })),
    judges: [
      {
        name: study.judge,
        model: null,
        protocol: "step-by-step",
        promptVersion: "written by hand",
        drafts: samples.flatMap(({ sample }) => study.criteria.flatMap((criterion) => draftOf(sample, criterion))),
      },
    ],
    annotators: study.annotators.map((annotator) => ({
      name: annotator.name,
      assignments: workOf(
        study,
        annotator,
        samples.map(({ sample }) => sample),
      ),
    })),
    warnings: [],
  };
}

const scoreLine = (criterion: CriterionContent, score: number, because: string) =>
  isPreferenceScale(criterion.scale) ? `${verdictText(score)} ${because}` : `Score: ${score} out of ${criterion.scale.max}. ${because}`;

function draftOf(sample: AuthoredSample, criterion: CriterionContent): BundleDraft[] {
  const unit = sample.units[criterion.name];
  if (!unit) return [];
  const items: BundleDraft["items"] = [
    { kind: "conclusion", text: unit.conclusion },
    { kind: "score", text: scoreLine(criterion, unit.score, unit.because) },
    ...unit.evidence.map((text) => ({ kind: "evidence" as const, text })),
  ];
  return [{ sampleId: sample.id, criterion: criterion.name, score: unit.score, items, raw: items.map(({ text }) => text).join("\n") }];
}

function workOf(study: AuthoredStudy, annotator: AuthoredStudy["annotators"][number], samples: AuthoredSample[]): BundleAssignment[] {
  let clock = Date.parse(annotator.startsAt);
  return samples.flatMap((sample): BundleAssignment[] => {
    const evaluations: BundleEvaluation[] = [];
    let blind = false;
    for (const criterion of study.criteria) {
      const unit = sample.units[criterion.name];
      const work = unit?.work[annotator.name];
      if (!unit || !work) continue;
      blind ||= typeof work === "object" && "blind" in work;
      const actions = actionsOf(unit, work, criterion);
      const startedAt = new Date(clock).toISOString();
      const durationMs = spentMs(`${sample.output} ${sample.pair?.output ?? ""}`, unit, actions, evaluations.length === 0);
      clock += durationMs;
      const endedAt = new Date(clock).toISOString();
      evaluations.push({
        criterion: criterion.name,
        startedAt,
        endedAt,
        durationMs,
        actions: actions.map((action) => ({ ...action, at: endedAt })),
      });
    }
    clock += 20_000;
    return evaluations.length === 0
      ? []
      : [
          {
            sampleId: sample.id,
            arm: blind ? "blind" : "drafted",
            judge: blind ? null : study.judge,
            swapped: sample.pair?.swappedFor.includes(annotator.name) ?? false,
            evaluations,
          },
        ];
  });
}

/** The sample is read once, each draft line read, each word typed: at an ordinary reader's and typist's pace. */
function spentMs(output: string, unit: AuthoredUnit, actions: BundleAction[], first: boolean): number {
  const words = (text: string) => text.split(/\s+/).length;
  const read =
    (first ? words(output) : 0) +
    (actions.some(({ kind }) => kind === "accept") ? unit.evidence.reduce((sum, text) => sum + words(text), 20) : 20);
  const typed = actions.reduce((sum, { kind, text, reason }) => sum + (kind === "accept" ? 0 : words(text ?? "") + words(reason ?? "")), 0);
  return Math.round(read / 3.5 + typed / 0.6) * 1000;
}

function actionsOf(unit: AuthoredUnit, work: Work, criterion: CriterionContent): BundleAction[] {
  if (work !== "accept" && "blind" in work) {
    const written = work.because === undefined ? [] : [action({ kind: "add", itemKind: "explanation", text: work.because })];
    return [...written, action({ kind: "set-score", score: work.blind })];
  }
  const { conclusion, score, revise = {}, remove = {}, add = [] } = work === "accept" ? {} : work;
  return [
    conclusion ? revised("conclusion", 0, ...conclusion) : action({ kind: "accept", itemId: "0", itemKind: "conclusion" }),
    score
      ? { ...revised("score", 1, scoreLine(criterion, score[0], score[1]), score[2]), score: score[0] }
      : action({ kind: "accept", itemId: "1", itemKind: "score" }),
    ...unit.evidence.map((_, index): BundleAction => {
      const change = revise[index];
      if (change) return revised("evidence", index + 2, ...change);
      const place = { itemId: String(index + 2), itemKind: "evidence" as const };
      const reason = remove[index];
      return reason === undefined ? action({ kind: "accept", ...place }) : action({ kind: "remove", ...place, reason });
    }),
    ...add.map(([text, reason]) => action({ kind: "add", itemKind: "evidence", text, reason })),
  ];
}

const revised = (itemKind: "conclusion" | "score" | "evidence", index: number, text: string, reason: string) =>
  action({ kind: "revise", itemId: String(index), itemKind, text, reason });

const action = (fields: Pick<BundleAction, "kind"> & Partial<BundleAction>): BundleAction => ({
  itemId: null,
  itemKind: null,
  text: null,
  score: null,
  reason: null,
  at: null,
  origin: null,
  ...fields,
});
