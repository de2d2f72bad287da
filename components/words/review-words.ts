import type { ReviewState } from "@/lib/domain/review";

/** How the states of a review are called and coloured. */
export const reviewStateWords = {
  "not-reviewed": { label: "not reviewed", tone: "plain" },
  returned: { label: "returned", tone: "caution" },
  resubmitted: { label: "resubmitted", tone: "accent" },
  approved: { label: "approved", tone: "good" },
} as const satisfies Record<ReviewState, { label: string; tone: string }>;
