import { z } from "zod";
import { modelRole } from "./judge";
import { variants } from "./pair-outputs";
import { taskKind } from "./project";

const texts = z.record(z.string().max(100), z.string().max(50_000));

/** A built-in prompt. Placeholders: `{{name}}`; parts that are included only if there is a value: `{{#name}} … {{/name}}`. */
const promptDescription = z.object({
  name: z.string(),
  title: z.string(),
  text: z.string(),
  /** Every placeholder that may be used, with its meaning. */
  places: z.record(z.string(), z.string()),
  /** Placeholders that must be used. */
  required: z.array(z.string()),
});
export type PromptDescription = z.infer<typeof promptDescription>;

/** A protocol as shown to those who choose one. */
export const protocolDescription = z.object({
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  source: z.string(),
  /** Empty for the proposal of criteria, with which no judge drafts. */
  taskKinds: z.array(taskKind),
  scope: z.enum(["unit", "sample"]),
  criteria: z.enum(["every", "overall"]),
  variants: z.array(z.enum(variants)),
  /** Its options, as a JSON schema with defaults. */
  options: z.record(z.string(), z.unknown()),
  defaults: z.record(z.string(), z.unknown()),
  /** Other models that it needs with default options, and those that some options require. */
  needs: z.array(modelRole.exclude(["judge"])),
  mayNeed: z.array(modelRole.exclude(["judge"])),
  needsReference: z.boolean(),
  /** Hash of the built-in prompts. */
  promptVersion: z.string(),
  prompts: z.array(promptDescription),
});
export type ProtocolDescription = z.infer<typeof protocolDescription>;

/** A project's version of a protocol's prompts. Immutable: an edit is a new version. */
export const promptVersionRow = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  protocol: z.string(),
  version: z.int(),
  texts,
  /** Hash of the prompts; runs and drafts refer to it. */
  hash: z.string(),
  note: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  /** Judges of the project that use it now. */
  judges: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type PromptVersionRow = z.infer<typeof promptVersionRow>;

/** An omitted prompt stays the built-in one. */
export const createPromptVersionBody = z.object({ protocol: z.string().max(100), texts, note: z.string().trim().max(2000).default("") });
