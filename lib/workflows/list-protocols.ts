import "server-only";
import { z } from "zod";
import type { Actor } from "@/lib/domain/policy";
import type { ProtocolDescription } from "@/lib/domain/prompt-version";
import { criteriaProposal } from "@/lib/protocols/criteria-proposal/criteria-proposal";
import { promptVersion, wordingOf } from "@/lib/protocols/define-protocol";
import type { Protocol } from "@/lib/protocols/protocol";
import { protocols } from "@/lib/protocols/protocols";

/** The catalogue of protocols to choose from, the same for every project. */
export async function listProtocols(_actor: Actor): Promise<{ items: ProtocolDescription[] }> {
  return { items: [...protocols.map(describe), proposal()] };
}

/** How a judge is asked for criteria: it has no options, but its prompts can be read and changed. */
function proposal(): ProtocolDescription {
  const { name, title, prompts, options } = criteriaProposal;
  return {
    name,
    title,
    summary: "Asks a judge which criteria a task should be judged by, from its description and some samples.",
    source: "CoEval (Li et al.), criteria stage",
    taskKinds: [],
    scope: "sample",
    criteria: "every",
    variants: ["plain"],
    options: schemaOf(options),
    defaults: options.parse({}),
    needs: [],
    mayNeed: ["embedding"],
    needsReference: false,
    promptVersion: promptVersion(wordingOf(criteriaProposal)),
    prompts: describePrompts(prompts),
  };
}

function schemaOf(options: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(options, { io: "input", unrepresentable: "any" });
  return schema;
}

const describePrompts = (prompts: Protocol["prompts"]) =>
  Object.entries(prompts).map(([name, { title, text, places, required }]) => ({
    name,
    title,
    text,
    places: { ...places },
    required: [...required],
  }));

function describe(protocol: Protocol): ProtocolDescription {
  const schema = schemaOf(protocol.options);
  const defaults = protocol.options.parse({}) as Record<string, unknown>;
  return {
    name: protocol.name,
    title: protocol.title,
    summary: protocol.summary,
    source: protocol.source,
    taskKinds: [...protocol.taskKinds],
    scope: protocol.scope,
    criteria: protocol.criteria,
    variants: [...protocol.variants],
    options: schema,
    defaults,
    needs: [...protocol.needs(defaults)],
    mayNeed: [...new Set(neighbours(schema, defaults).flatMap((options) => needsUnder(protocol, options)))],
    needsReference: protocol.needsReference(defaults),
    promptVersion: promptVersion(wordingOf(protocol)),
    prompts: describePrompts(protocol.prompts),
  };
}

/** The default options, and each variation of them by one value of a field with few values. */
function neighbours(schema: Record<string, unknown>, defaults: Record<string, unknown>): Record<string, unknown>[] {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, { type?: string; enum?: unknown[] }>);
  return [
    defaults,
    ...fields.flatMap(([name, field]) => {
      const values = field.enum ?? (field.type === "boolean" ? [true, false] : []);
      return values.map((value) => ({ ...defaults, [name]: value }));
    }),
  ];
}

/** Some options exclude each other; refused combinations need nothing. */
const needsUnder = (protocol: Protocol, options: Record<string, unknown>) =>
  protocol.options.safeParse(options).success ? protocol.needs(options) : [];
