import type { BundleAction, BundleDraft, BundleEvaluation, TaskBundle } from "@/lib/domain/bundle";

export interface LargeOptions {
  /** Samples in all; two systems, so half as many inputs. */
  samples: number;
  criteria: number;
  annotators: number;
  /** Samples per bundle. */
  chunk: number;
  seed: number;
}

export const largeScenario: LargeOptions = { samples: 10_000, criteria: 5, annotators: 3, chunk: 500, seed: 1 };

const judge = "Generated judge";
const scale = { min: 1, max: 5, step: 1, levels: [] };

/**
 * The scenario `large`: one task, given in bundles of some hundred samples so that memory does not grow with it. The same options give
 * the same study to the letter. Scores are latent normals cut to the scale: a sample's quality, a rater's severity, and noise;
 * annotators are drawn towards the draft they saw, so that the figures look like those of a real study.
 */
export function* largeStudy(options: LargeOptions = largeScenario): Generator<TaskBundle> {
  const random = seededRandom(options.seed);
  const criteria = Array.from({ length: options.criteria }, (_, index) => `Criterion ${index + 1}`);
  const raters = Array.from({ length: options.annotators }, (_, index) => ({
    name: `Annotator ${index + 1}`,
    severity: drawNormal(random) * 0.3,
  }));
  const clocks = raters.map((_, index) => Date.UTC(2026, 0, 5 + index, 8));
  for (let first = 0; first < options.samples; first += options.chunk) {
    const count = Math.min(options.chunk, options.samples - first);
    const samples = Array.from({ length: count }, (_, index) => makeSample(first + index, random));
    const drafts = samples.flatMap((sample) => criteria.map((criterion) => makeDraft(sample, criterion, random)));
    yield {
      task: {
        name: "Generated study",
        description: "Texts and scores made by a generator, to try the product at size.",
        inputName: "input",
        outputName: "output",
        guidelines: "",
      },
      criteria: criteria.map((name) => ({ name, definition: "", scale, overall: false })),
      samples: samples.map(({ quality: _, ...sample }) => sample),
      judges: [
        { name: judge, model: null, protocol: "step-by-step", promptVersion: "generated", drafts: drafts.map(({ draft }) => draft) },
      ],
      annotators: raters.map(({ name, severity }, rater) => ({
        name,
        assignments: samples.map((sample, index) => ({
          sampleId: sample.externalId,
          arm: "drafted",
          judge,
          evaluations: drafts.slice(index * criteria.length, (index + 1) * criteria.length).map(({ draft, truth }): BundleEvaluation => {
            const startedAt = clocks[rater] ?? 0;
            const durationMs = Math.round(20_000 * Math.exp(drawNormal(random) * 0.6));
            clocks[rater] = startedAt + durationMs;
            return evaluate(draft, truth - severity, { startedAt, durationMs }, random);
          }),
        })),
      })),
      warnings: [],
    };
  }
}

type LargeSample = TaskBundle["samples"][number] & { quality: number };

function makeSample(index: number, random: SeededRandom): LargeSample {
  const better = index % 2 === 0;
  return {
    externalId: `s${index + 1}`,
    input: `Question ${Math.floor(index / 2) + 1}: ${sentence(random, 8)}`,
    output: Array.from({ length: 4 + random.int(4) }, () => sentence(random, 8 + random.int(8))).join(" "),
    outputB: null,
    system: better ? "System A" : "System B",
    systemB: null,
    goldLabel: null,
    subset: null,
    reference: null,
    imageUrl: null,
    inputId: null,
    metadata: {},
    quality: (better ? 0.3 : -0.3) + drawNormal(random) * 0.8,
  };
}

function makeDraft(sample: LargeSample, criterion: string, random: SeededRandom): { draft: BundleDraft; truth: number } {
  const truth = sample.quality + drawNormal(random) * 0.6;
  const score = onScale(truth + 0.3 + drawNormal(random) * 0.6);
  const sentences = sample.output.split(/(?<=\.) /);
  const quote = () => `"${sentences[random.int(sentences.length)] ?? ""}"`;
  const items: BundleDraft["items"] = [
    { kind: "conclusion", text: `The output ${score >= 4 ? "meets" : score >= 3 ? "partly meets" : "does not meet"} ${criterion}.` },
    { kind: "score", text: `Score: ${score} out of ${scale.max}.` },
    { kind: "evidence", text: quote() },
    { kind: "evidence", text: quote() },
  ];
  const raw = items.map(({ text }) => text).join("\n");
  return { draft: { sampleId: sample.externalId, criterion, score, items, raw }, truth };
}

function evaluate(
  draft: BundleDraft,
  truth: number,
  { startedAt, durationMs }: { startedAt: number; durationMs: number },
  random: SeededRandom,
): BundleEvaluation {
  const endedAt = new Date(startedAt + durationMs).toISOString();
  const own = onScale(truth + drawNormal(random) * 0.5);
  const drafted = draft.score ?? own;
  // Most keep a draft that is one point off: the anchoring that the blind arm exists to measure.
  const score = Math.abs(own - drafted) <= 1 && random.next() < 0.7 ? drafted : own;
  const blank: Omit<BundleAction, "kind"> = {
    itemId: null,
    itemKind: null,
    text: null,
    score: null,
    reason: null,
    at: endedAt,
    origin: null,
  };
  const actions = draft.items.map(({ kind }, index): BundleAction => {
    const place = { ...blank, itemId: String(index), itemKind: kind };
    if (kind === "score" && score !== drafted) {
      return { ...place, kind: "revise", score, text: `Score: ${score} out of ${scale.max}.`, reason: "The draft is off." };
    }
    if (kind === "conclusion" && Math.abs(score - drafted) >= 2)
      return { ...place, kind: "revise", text: sentence(random, 8), reason: "Does not fit the score." };
    if (kind === "evidence" && random.next() < 0.06) return { ...place, kind: "remove", reason: "Says nothing about the criterion." };
    return { ...place, kind: "accept" };
  });
  if (random.next() < 0.03)
    actions.push({ ...blank, kind: "add", itemKind: "evidence", text: sentence(random, 10), reason: "Overlooked." });
  return { criterion: draft.criterion, startedAt: new Date(startedAt).toISOString(), endedAt, durationMs, actions };
}

const onScale = (latent: number) => Math.min(scale.max, Math.max(scale.min, Math.round(3.4 + 1.1 * latent)));

const words =
  "water light house river paper garden window morning letter winter stone music bread road summer table silver market evening forest answer number story little open quiet early heavy simple carry follow explain compare measure because although between under after every other many".split(
    " ",
  );

/** Some words in a row, as a sentence. */
export function sentence(random: SeededRandom, length: number): string {
  const text = Array.from({ length }, () => words[random.int(words.length)]).join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

interface SeededRandom {
  /** In [0, 1). */
  next(): number;
  /** A whole number in 0..n-1. */
  int(n: number): number;
}

/** Marsaglia's xorshift with 32 bits of state: plenty for texts and scores that only have to look real. */
export function seededRandom(seed: number): SeededRandom {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x85ebca6b) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return { next, int: (n) => Math.floor(next() * n) };
}

/** A normal draw by the Box-Muller transform. */
const drawNormal = (random: SeededRandom) => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
