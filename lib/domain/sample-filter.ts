import { z } from "zod";
import { arm } from "./assignment";
import { sampleSort } from "./unit-selection";

/** Where a sample is: nobody has submitted a rating of it; somebody has it open; somebody has rated it; as many have as the task asks for; skipped. */
export const sampleState = z.enum(["unrated", "open", "rated", "finished", "skipped"]);
export type SampleState = z.infer<typeof sampleState>;

/** What the list of samples is narrowed to. */
export const sampleFilterFields = {
  search: z.string().max(500).optional().describe("Matched anywhere in the id, the texts, the systems or the subset, ignoring case."),
  state: sampleState.optional(),
  disagreement: z.enum(["any", "wide"]).optional().describe("People differ on a criterion: at all, or by half its scale or more."),
  flagged: z.stringbool().optional().describe("Somebody has left a note for the researcher."),
  system: z.string().min(1).optional().describe("Samples with an output of this system."),
  subset: z.string().min(1).optional().describe("Samples of this part of the dataset."),
  arm: arm.optional().describe("Somebody has rated it in this arm."),
  import: z.uuid().optional().describe("The id of the import it came with."),
  sort: sampleSort.default("import"),
};
const filter = z.object(sampleFilterFields);
export type SampleFilter = z.output<typeof filter>;

/** What a task's samples and report can be narrowed to. */
export const filterChoices = z.object({
  systems: z.array(z.string()),
  subsets: z.array(z.string()),
  imports: z.array(z.object({ id: z.uuid(), fileName: z.string(), at: z.iso.datetime(), samples: z.int() })),
  arms: z.array(z.string()),
  criteria: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** The versions of the criteria that somebody has submitted work under, and the one that a report covers unless another is chosen. */
  criteriaSets: z.array(z.object({ version: z.int(), isReported: z.boolean() })),
  judges: z.array(z.string()),
  annotators: z.array(z.object({ code: z.string(), name: z.string() })),
});
export type FilterChoices = z.infer<typeof filterChoices>;
