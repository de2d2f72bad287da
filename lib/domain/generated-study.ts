import { AppError } from "./errors";

/** How large a generated study is. */
export interface GeneratedStudySize {
  samples: number;
  criteria: number;
  annotators: number;
  /** People who rate each sample. */
  ratersPerSample: number;
}

const limits = { samples: 20_000_000, criteria: 20, annotators: 5000, ratersPerSample: 100 };

/** Throws invalid_input for a size that no study can have. */
export function demandPossibleSize(size: GeneratedStudySize): void {
  for (const [name, most] of Object.entries(limits) as [keyof GeneratedStudySize, number][])
    if (!Number.isInteger(size[name]) || size[name] < 1 || size[name] > most)
      throw new AppError("invalid_input", `${name} must be a whole number from 1 to ${most}.`);
  if (size.ratersPerSample > size.annotators) throw new AppError("invalid_input", "There must be as many annotators as rate each sample.");
}
