import { z } from "zod";
import { retention } from "./retention";

/** What a project takes in the database, in bytes, as its columns are stored; indexes and the space of rows that were deleted are not in it. */
export const projectStorage = z.object({
  projectId: z.uuid(),
  name: z.string(),
  samplesBytes: z.number(),
  draftsBytes: z.number(),
  exchangesBytes: z.number(),
  workBytes: z.number(),
  filesBytes: z.number(),
});
export type ProjectStorage = z.infer<typeof projectStorage>;

/** A statement that took long, without its values. */
export const slowStatement = z.object({ statement: z.string(), calls: z.number(), meanMs: z.number(), totalMs: z.number() });
export type SlowStatement = z.infer<typeof slowStatement>;

/** The state of the installation. */
export const instanceState = z.object({
  readAt: z.iso.datetime(),
  /** The same as at /metrics, under the same names. */
  figures: z.array(
    z.object({ name: z.string(), help: z.string(), labels: z.record(z.string(), z.string()).optional(), value: z.number() }),
  ),
  workers: z.array(z.object({ id: z.string(), ageSeconds: z.number() })),
  /** Null: the database does not collect them. */
  slowStatements: z.array(slowStatement).nullable(),
  /** Largest first; null: measuring them took too long. At most ten minutes old. */
  projects: z.array(projectStorage).nullable(),
  retention,
});
export type InstanceState = z.infer<typeof instanceState>;
