import type { TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import type { CellLink } from "./figure-table";
import { isMixed, undraftedOf } from "./undrafted";

/** Narrows a link to ratings made in one arm. Null: first scores, which their raters have changed since, are listed nowhere. */
export type Basis = { arm?: string } | null;

type Reported = Pick<TaskReport, "criteria" | "chapters" | "arms">;

const undrafted = ({ arms }: Reported): Basis => (arms.includes("blind-then-drafted") ? null : { arm: "blind" });

/** What a criterion's verdict rests on: ratings made without a draft where there are any. */
export const basisOf = (report: Reported, criterion: string): Basis => (undraftedOf(report, criterion) === null ? {} : undrafted(report));

/** What the chapters on people, judges, scores and bias rest on. */
export const chapterBasis = (report: Reported): Basis => (isMixed(report) ? undrafted(report) : {});

/** A link to units among those of a basis. Where no list has just them, it leads to all, and `n` is not theirs. */
export const among = (basis: Basis, units: UnitQuery, n?: number | null): CellLink =>
  basis === null ? { units, n: null } : { units: { ...units, ...basis }, ...(n !== undefined && { n }) };
