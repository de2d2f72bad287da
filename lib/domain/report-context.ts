import { z } from "zod";
import { taskRates } from "./criteria-round";
import { taskDecisions } from "./decision";
import { run } from "./judge";
import { planContent, studyPlan } from "./study-plan";

const { design, overlap, shared, people, seed } = planContent.shape;

/**
 * What a report's page says besides the report's figures, as it is kept in a frozen one: how judges were set, how alike the criteria are that they
 * proposed, what studies asked for and reached, what experts did with criteria, and what was decided when. Only settings that the page shows: a run's others may be private.
 */
export const reportContext = z.object({
  runs: z.array(
    run
      .pick({ id: true, kind: true, variant: true, imported: true, model: true, protocol: true, promptVersion: true })
      .extend({ judge: z.object({ name: z.string() }), parameters: z.object({ temperature: z.number().optional() }) })
      .extend(run.pick({ consistency: true, createdAt: true }).shape),
  ),
  plans: z.array(
    studyPlan.pick({ id: true, version: true, status: true, progress: true }).extend({
      content: z.object({ design, overlap, shared, people, seed, arms: z.array(z.object({ arm: z.string() })) }),
      /** Its start, which says the plan in a sentence. */
      changes: z.array(z.object({ verb: z.string(), details: z.object({ sentence: z.string().optional() }) })),
    }),
  ),
  rounds: z.array(taskRates),
  /** Absent from reports that were frozen before it was kept. */
  decisions: taskDecisions.optional(),
});
export type ReportContext = z.infer<typeof reportContext>;
