import type { z } from "zod";
import { fillPrompt } from "./fill-prompt";
import { hashText } from "./hash-text";
import type { Brief, Drafted, Drafting, Prompt, Protocol } from "./protocol";

/** A brief with its options parsed and its prompts ready to fill. */
export type OpenBrief<Options, Name extends string> = Omit<Brief, "options" | "prompts"> & {
  options: Options;
  /** The prompt in the wording of the brief, with its placeholders filled. */
  prompt: (name: Name, values: Readonly<Record<string, string | null | undefined>>) => string;
};

type Definition<Schema extends z.ZodType<Record<string, unknown>>, Name extends string> = Omit<
  Protocol,
  "options" | "prompts" | "draft" | "needs" | "misfit" | "needsReference" | "ownPictures"
> & {
  options: Schema;
  prompts: Readonly<Record<Name, Prompt>>;
  needs?: (options: z.output<Schema>) => ReturnType<Protocol["needs"]>;
  misfit?: (options: z.output<Schema>, kind: Brief["task"]["kind"]) => string | null;
  needsReference?: (options: z.output<Schema>) => boolean;
  ownPictures?: (options: z.output<Schema>, criteria: Brief["criteria"]) => readonly string[];
  draft: (brief: OpenBrief<z.output<Schema>, Name>) => Drafting<Drafted[]>;
};

/** Turns a definition into a protocol: options are parsed with its schema, prompts filled in the wording of the brief. */
export function defineProtocol<Schema extends z.ZodType<Record<string, unknown>>, Name extends string>(
  definition: Definition<Schema, Name>,
): Protocol {
  const { options: schema, prompts, needs, misfit, needsReference, ownPictures, draft, ...rest } = definition;
  return {
    ...rest,
    options: schema,
    prompts,
    needs: (options) => needs?.(schema.parse(options)) ?? [],
    misfit: (options, kind) => misfit?.(schema.parse(options), kind) ?? null,
    needsReference: (options) => needsReference?.(schema.parse(options)) ?? false,
    ownPictures: ({ options, criteria }) => ownPictures?.(schema.parse(options), criteria) ?? [],
    draft: ({ options, prompts: wording, ...brief }) =>
      draft({
        ...brief,
        options: schema.parse(options),
        prompt: (name, values) => fillPrompt(wording[name] ?? prompts[name].text, values),
      }),
  };
}

/** All prompts of a protocol in the given wording; missing ones fall back to the built-in text. */
export const wordingOf = (protocol: Pick<Protocol, "prompts">, texts: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(protocol.prompts).map(([name, prompt]) => [name, texts[name] ?? prompt.text]));

/** A hash that identifies a wording: it changes with the text of any prompt. */
export const promptVersion = (texts: Record<string, string>): string =>
  hashText(JSON.stringify(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))));
