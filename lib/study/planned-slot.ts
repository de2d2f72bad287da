import type { SlotPurpose } from "@/lib/domain/study-plan";

/** One rating that the plan asks of one person. */
export interface PlannedSlot {
  /** Index of the person's seat, from 0. */
  seat: number;
  /** Position in the person's own order, from 0. */
  position: number;
  sampleId: string;
  /** Index into the plan's arms; -1: blind though no arm is, for a sample with known answers that has no draft. */
  arm: number;
  /** Which of the sample's ratings this is, from 0; unique per sample and round. */
  slot: number;
  /** 0, or 1 for a sample that the person rates again: after the wash-out, or as a repeat. */
  round: number;
  purpose: SlotPurpose;
  /** Whether its draft is wrong on purpose. */
  planted: boolean;
  /** Whether the outputs of a pair are shown in the opposite order. */
  swapped: boolean;
}

/** Whether a slot asks for a rating that the study is about, rather than one of a sample with known answers. */
export const isRating = ({ purpose }: Pick<PlannedSlot, "purpose">): boolean => purpose !== "gold" && purpose !== "attention";

/** A rating that exists already under the same criteria; it counts, and is not asked for again. */
export interface DoneRating {
  seat: number;
  sampleId: string;
}
