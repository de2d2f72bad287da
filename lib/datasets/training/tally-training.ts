import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import {
  type TrainingCounts,
  type TrainingFilter,
  type TrainingManifest,
  type TrainingSetting,
  type TrainingSplit,
  trainingFileNames,
  trainingFilters,
  trainingSplits,
} from "@/lib/domain/training";
import type { TrainingOutcome } from "./training-group";

const noSettings = (): Record<TrainingSetting, number> => ({
  "pointwise-referenced": 0,
  "pointwise-free": 0,
  "pairwise-referenced": 0,
  "pairwise-free": 0,
});

/** Counts lines as they are written, so that the manifest always agrees with the files. */
export class TrainingTally {
  private readonly splits: Record<TrainingSplit, TrainingCounts & { settings: Record<TrainingSetting, number>; bytes: number }>;
  private readonly hashes = { train: createHash("sha256"), validation: createHash("sha256"), test: createHash("sha256") };
  private readonly droppedBy = new Map<TrainingFilter, number>();
  private readonly runs = new Set<string>();
  private inputs = 0;
  private samples = 0;
  private candidates = 0;

  constructor() {
    const none = () => ({ inputs: 0, lines: 0, swapped: 0, settings: noSettings(), bytes: 0 });
    this.splits = { train: none(), validation: none(), test: none() };
  }

  readGroup(samples: number): void {
    this.inputs++;
    this.samples += samples;
  }

  /** Counts one candidate and its lines, but not their bytes. */
  take(split: TrainingSplit, outcome: TrainingOutcome): void {
    this.candidates++;
    if ("dropped" in outcome) {
      this.droppedBy.set(outcome.dropped, (this.droppedBy.get(outcome.dropped) ?? 0) + 1);
      return;
    }
    const counts = this.splits[split];
    counts.lines += outcome.lines.length;
    counts.swapped += outcome.lines.length - 1;
    if (outcome.setting !== null) counts.settings[outcome.setting] += outcome.lines.length;
    for (const run of outcome.runIds) this.runs.add(run);
  }

  /** Counts an input that gave at least one line. */
  countInput(split: TrainingSplit): void {
    this.splits[split].inputs++;
  }

  write(split: TrainingSplit, text: string): void {
    this.hashes[split].update(text, "utf8");
    this.splits[split].bytes += Buffer.byteLength(text, "utf8");
  }

  get runIds(): string[] {
    return [...this.runs];
  }

  /** The totals. Call once, at the end: it closes the hashes. */
  result(withSettings: boolean): Pick<TrainingManifest, "read" | "candidates" | "dropped" | "counts" | "files"> {
    const counts = (split: TrainingSplit): TrainingCounts => {
      const { inputs, lines, swapped, settings } = this.splits[split];
      return { inputs, lines, swapped, ...(withSettings && { settings }) };
    };
    return {
      read: { inputs: this.inputs, samples: this.samples },
      candidates: this.candidates,
      dropped: (Object.keys(trainingFilters) as TrainingFilter[]).flatMap((filter) => {
        const count = this.droppedBy.get(filter) ?? 0;
        return count === 0 ? [] : [{ filter, count, meaning: trainingFilters[filter] }];
      }),
      counts: { train: counts("train"), validation: counts("validation"), test: counts("test") },
      files: trainingSplits.map((split) => {
        const { lines, bytes } = this.splits[split];
        return { name: trainingFileNames[split], split, lines, bytes, sha256: this.hashes[split].digest("hex") };
      }),
    };
  }
}
