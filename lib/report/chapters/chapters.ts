import type { Chapters } from "@/lib/domain/report-chapters";
import type { RatingTable } from "../rating-table";
import { people } from "./people";
import { verdict } from "./verdict";

/** The report's figures in reading order. */
export const chapters = (table: RatingTable): Chapters => ({
  verdict: verdict(table),
  people: people(table),
});
