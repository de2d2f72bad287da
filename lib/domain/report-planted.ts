import { z } from "zod";
import { arm } from "./assignment";
import { byName, figure } from "./report-figures";

/**
 * How often a judge's drafts that were wrong on purpose were noticed: the share of their units whose final score is another than the draft's. Each n
 * counts units of a person.
 */
export const plantedDrafts = z.object({
  /** The arms in which they were shown. */
  arms: z.array(arm),
  all: figure,
  people: byName(figure),
});
export type PlantedDrafts = z.infer<typeof plantedDrafts>;
