import type { BundleAssignment, BundleEvaluation, TaskBundle } from "@/lib/domain/bundle";
import { seededRandom } from "@/lib/stats";

const people = ["Ann", "Bob", "Cleo", "Dia"];
const judges = ["first judge", "second judge", "third judge"];
const criteria = ["Clear", "True"];
const systems = ["one", "two", "three"];

/**
 * Samples of which no two people rated the same units: a quarter of the ratings and some of the judges' scores are missing, each criterion for itself.
 * Most work is blind; the rest is beside drafts of the first judge. Some ratings are not timed, two subsets and two systems are small, two judges have
 * models that wrote outputs, and a part of the outputs are lists. Two of three languages are small, and so are most months; work beside a draft was
 * done before the rest.
 */
export function gappedStudy(): TaskBundle {
  const from = seededRandom(11);
  const random = () => from.next();
  const near = (score: number, width: number) => Math.min(5, Math.max(1, Math.round(score + width * (2 * random() - 1))));
  const samples = Array.from({ length: 20 }, (_, input) => systems.map((system, place) => ({ input, system, place }))).flat();
  const quality = samples.map(({ place }) => criteria.map(() => 2 + place / 2 + 2 * random()));
  const units = samples.flatMap((_, sample) => criteria.map((criterion, at) => ({ sample, criterion, true: quality[sample]?.[at] ?? 3 })));
  const idOf = (sample: number) => `i${samples[sample]?.input}-${samples[sample]?.system}`;
  const evaluation = (criterion: string, score: number, endedAt: string): BundleEvaluation => ({
    ...{ criterion, startedAt: null, endedAt },
    durationMs: random() < 0.1 ? null : 5_000 + Math.round(60_000 * random()),
    actions: [{ kind: "set-score", itemId: null, itemKind: null, text: null, score, reason: null, at: null, origin: null }],
  });
  return {
    task: { name: "Answers with gaps", description: "", inputName: "question", outputName: "answer", guidelines: "" },
    criteria: criteria.map((name) => ({ name, definition: `${name}?`, overall: false, scale: { min: 1, max: 5, step: 1, levels: [] } })),
    samples: samples.map(({ input, system, place }, sample) => ({
      externalId: idOf(sample),
      input: `Question ${input}?`,
      output: `Answer of ${system}: ${"word ".repeat(3 + Math.floor(50 * random()))}${sample % 2 === 0 ? "\n- one\n- two" : ""}`,
      ...{ outputB: null, systemB: null, goldLabel: null, reference: null, imageUrl: null },
      system: place === 1 && input % 2 === 0 ? "one" : input === 5 && place === 2 ? "three-mini" : system,
      subset: input < 2 ? "rare" : input === 2 ? "odd" : input % 2 === 0 ? "easy" : "hard",
      inputId: `in${input}`,
      metadata: {
        ...{ note: `Note ${sample} ${"word ".repeat(30)}`, turn: 1 + (input % 2), topic: "one" },
        ...(input < 18 && { language: input < 9 ? "de" : input < 14 ? "en" : "fr" }),
      },
    })),
    judges: judges.map((name, place) => ({
      ...{ name, model: [null, "Two-large", "three"][place] ?? null, protocol: "direct", promptVersion: "1" },
      drafts: units
        .filter(() => random() > 0.05)
        .map((unit) => ({
          ...{ sampleId: idOf(unit.sample), criterion: unit.criterion, score: near(unit.true + place / 3, 1.2) },
          ...{ items: [], raw: "" },
        })),
    })),
    annotators: people.map((name, place) => ({
      name,
      assignments: samples.flatMap((_, sample): BundleAssignment[] => {
        const arm = random() < 0.6 ? { arm: "blind" as const, judge: null } : { arm: "drafted" as const, judge: judges[0] ?? null };
        const { input = 0 } = samples[sample] ?? {};
        const month =
          arm.arm === "drafted" ? "2025-12" : place > 1 ? "2026-04" : input < 13 ? "2026-01" : input < 15 ? "2026-02" : "2026-03";
        const evaluations = units
          .filter((unit) => unit.sample === sample && random() > 0.25)
          .map((unit) => evaluation(unit.criterion, near(unit.true + place / 6, 1.6), `${month}-0${1 + place}T12:00:00Z`));
        return evaluations.length === 0 ? [] : [{ sampleId: idOf(sample), ...arm, evaluations }];
      }),
    })),
    warnings: [],
  };
}
