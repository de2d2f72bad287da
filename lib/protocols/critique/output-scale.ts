import type { Scale } from "@/lib/domain/criterion";

/** The scale for scoring each output of a pair on its own, since the criterion's scale expresses a preference. */
export const outputScale: Scale = {
  min: 1,
  max: 10,
  step: 1,
  levels: [
    { value: 1, label: "", description: "fails at what was asked for" },
    { value: 10, label: "", description: "could hardly be done better" },
  ],
};
