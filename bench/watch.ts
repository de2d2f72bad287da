// Does a watch notice that a judge has drifted, and leave one alone that has not? Made-up watches of a judge with known noise:
// `npm run bench -- watch [--short]`.
import { pathToFileURL } from "node:url";
import { type WatchedUnit, watchDrift } from "@/lib/improve/watch-drift";
import { drawNormal, seededRandom } from "@/lib/stats";
import { atLeast, atMost, conclude } from "./support/conclude";

const criteria = ["Clear", "True", "Kind"].map((name) => ({ id: name, name }));
const points = 5;
const models = { before: ["m"], after: ["m"] };

/** How the judge of a made-up watch changes: from which look on, and by how much of its scale. */
export interface Drift {
  from: number;
  shift: number;
  /** On this criterion only; absent: on all. */
  criterion?: string;
}

interface Options {
  inputs: number;
  looks: number;
  permutations: number;
  /** One answer's, as a share of the scale. */
  noise: number;
}

/** A score on five points, as a share of the scale. */
const onScale = (value: number) => Math.min(points - 1, Math.max(0, Math.round(value * (points - 1)))) / (points - 1);

/** The first look that raises the flag of drift; null: none does. */
export function madeWatch(seed: number, options: Options, drift: Drift | null): number | null {
  const { inputs, looks, permutations, noise } = options;
  const random = seededRandom(seed);
  const units = Array.from({ length: inputs }, (_, at) => at).flatMap((at) =>
    criteria.map(({ id }) => ({ input: `i${at}`, criterionId: id, quality: 0.15 + 0.7 * random.next() })),
  );
  const ask = (moved: (criterion: string) => number) =>
    units.map(({ quality, criterionId }) => onScale(quality + moved(criterionId) + noise * drawNormal(random)));
  const [first, second] = [ask(() => 0), ask(() => 0)];
  for (let look = 1; look <= looks; look++) {
    const isDrifted = drift !== null && look >= drift.from;
    const now = ask((criterion) => (isDrifted && (drift.criterion ?? criterion) === criterion ? drift.shift : 0));
    const watched = units.map(
      ({ input, criterionId }, at): WatchedUnit => ({
        input,
        criterionId,
        before: [first[at] ?? null, second[at] ?? null],
        after: now[at] ?? null,
      }),
    );
    const { flags } = watchDrift({ look, looks, criteria, units: watched, models, permutations, seed: seed + look });
    if (flags.includes("drift")) return look;
  }
  return null;
}

export interface WatchResult {
  watches: number;
  /** Share of watches of an unchanged judge that raise any flag. */
  falseAlarms: number;
  /** Share of watches that notice the drift, not before it and within three looks. */
  found: { all: number; oneCriterion: number };
}

export function runWatches(watches: number, options: Options): WatchResult {
  const share = (holds: (seed: number) => boolean) => Array.from({ length: watches }, (_, at) => at + 1).filter(holds).length / watches;
  const noticed = (drift: Drift, offset: number) =>
    share((seed) => {
      const look = madeWatch(seed + offset, { ...options, looks: options.looks }, drift);
      return look !== null && look >= drift.from && look < drift.from + 3;
    });
  return {
    watches,
    falseAlarms: share((seed) => madeWatch(seed, options, null) !== null),
    found: {
      all: noticed({ from: 4, shift: 0.1 }, 10_000),
      oneCriterion: noticed({ from: 4, shift: -0.2, criterion: "True" }, 20_000),
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const isShort = process.argv.includes("--short");
  const result = runWatches(isShort ? 20 : 200, { inputs: 40, looks: 12, permutations: isShort ? 8000 : 20_000, noise: 0.15 });
  const { watches, falseAlarms, found } = result;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  process.stdout.write(
    [
      `${watches} watches of 12 looks at 40 inputs and 3 criteria, a judge with noise 0.15 of its scale on five points`,
      `false alarm in any look: ${percent(falseAlarms)}`,
      `noticed within three looks: a shift of 0.1 on all criteria ${percent(found.all)}, of -0.2 on one ${percent(found.oneCriterion)}`,
      "",
    ].join("\n"),
  );
  conclude([
    ...atMost("false alarms", falseAlarms, 0.05),
    ...atLeast("shifts on all criteria that were noticed", found.all, 0.95),
    ...atLeast("shifts on one criterion that were noticed", found.oneCriterion, 0.95),
  ]);
}
