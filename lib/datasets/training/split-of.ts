import { createHash } from "node:crypto";
import type { TrainingSplit } from "@/lib/domain/training";

/**
 * The split of an input by how it reads: the same for the same seed, key and shares, whatever else is exported. A hash of seed and key falls evenly on 0 to 1, so that the
 * shares hold in expectation.
 */
export function splitOf(splitKey: string, seed: number, [train, validation, test]: readonly [number, number, number]): TrainingSplit {
  const place = createHash("sha256").update(`${seed}\n${splitKey}`, "utf8").digest().readUIntBE(0, 6) / 2 ** 48;
  if (place < train) return "train";
  // A share of none stays empty though 0.7 + 0.3 and the like may fall short of 1 by rounding.
  if (place < train + validation || test === 0) return validation === 0 ? "train" : "validation";
  return "test";
}
