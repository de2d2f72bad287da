import type { Outcome } from "@/lib/domain/outcomes";

/** What became of a criterion: label and tone of its badge. */
export const outcomeBadges = {
  accept: { label: "accepted", tone: "quiet" },
  revise: { label: "revised", tone: "accent" },
  remove: { label: "removed", tone: "bad" },
  add: { label: "added", tone: "good" },
} as const satisfies Record<Outcome, { label: string; tone: string }>;
