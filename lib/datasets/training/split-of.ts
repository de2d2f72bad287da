import { createHash } from "node:crypto";
import type { TrainingSplit } from "@/lib/domain/training";

/**
 * The split of an input. It depends only on seed, key and shares, not on what else is exported: the hash of seed and key is uniform on 0
 * to 1, so the shares hold in expectation.
 */
export function splitOf(splitKey: string, seed: number, [train, validation, test]: readonly [number, number, number]): TrainingSplit {
  const place = createHash("sha256").update(`${seed}\n${splitKey}`, "utf8").digest().readUIntBE(0, 6) / 2 ** 48;
  if (place < train) return "train";
  // A split with a share of 0 stays empty even if 0.7 + 0.3 falls short of 1 by rounding.
  if (place < train + validation || test === 0) return validation === 0 ? "train" : "validation";
  return "test";
}
