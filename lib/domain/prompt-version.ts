import { z } from "zod";
import { modelRole } from "./judge";
import { variants } from "./pair-outputs";
import { taskKind } from "./project";

const texts = z.record(z.string().max(100), z.string().max(50_000));

/** A prompt as the product words it. Places: `{{name}}`; parts that stand only with a value: `{{#name}} … {{/name}}`. */
const promptDescription = z.object({
  name: z.string(),
  title: z.string(),
  text: z.string(),
  /** Every name that may stand in it, with what it stands for. */
  places: z.record(z.string(), z.string()),
  /** Names that must occur in it. */
  required: z.array(z.string()),
});
export type PromptDescription = z.infer<typeof promptDescription>;

/** A protocol as whoever chooses one sees it. */
export const protocolDescription = z.object({
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  source: z.string(),
  /** Empty: no judge drafts by it, as with the proposal of criteria. */
  taskKinds: z.array(taskKind),
  scope: z.enum(["unit", "sample"]),
  criteria: z.enum(["every", "overall"]),
  variants: z.array(z.enum(variants)),
  /** What is left to choose, as JSON schema with its defaults. */
  options: z.record(z.string(), z.unknown()),
  defaults: z.record(z.string(), z.unknown()),
  /** Other models it needs when nothing is chosen, and those that some choice makes it need. */
  needs: z.array(modelRole.exclude(["judge"])),
  mayNeed: z.array(modelRole.exclude(["judge"])),
  needsReference: z.boolean(),
  /** Names the product's own wording. */
  promptVersion: z.string(),
  prompts: z.array(promptDescription),
});
export type ProtocolDescription = z.infer<typeof protocolDescription>;

/** A wording of a protocol's prompts that a project made. Never changed: an edit is a new version. */
export const promptVersionRow = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  protocol: z.string(),
  version: z.int(),
  texts,
  /** Names the wording: what runs and drafts say they were asked with. */
  hash: z.string(),
  note: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  /** Judges of the project that are asked with it now. */
  judges: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type PromptVersionRow = z.infer<typeof promptVersionRow>;

/** A prompt that is left out stays in the product's own words. */
export const createPromptVersionBody = z.object({ protocol: z.string().max(100), texts, note: z.string().trim().max(2000).default("") });
