import type { Scale } from "@/lib/domain/criterion";

/** On which each output of a pair is scored by itself: the criterion's own scale is one of preference. */
export const outputScale: Scale = {
  min: 1,
  max: 10,
  step: 1,
  levels: [
    { value: 1, label: "", description: "fails at what was asked for" },
    { value: 10, label: "", description: "could hardly be done better" },
  ],
};
