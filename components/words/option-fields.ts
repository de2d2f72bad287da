import { optionWords } from "./option-words";

/** A protocol option as a form field. */
export interface OptionField {
  name: string;
  label: string;
  hint: string | undefined;
  kind: "yes-no" | "choice" | "number" | "lines" | "examples" | "json";
  /** For a select field. */
  values: { value: string; label: string }[];
  /** For a number field. */
  min: number | undefined;
  max: number | undefined;
  whole: boolean;
}

interface Schema {
  type?: string;
  description?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** "withReference" and "with-reference" as "With reference". */
export function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/gu, "$1 $2")
    .replaceAll(/[-_]/gu, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Form fields for a protocol's options, from their JSON schema: simple types, lists of lines and of examples; anything else as JSON. */
export function optionFields(protocol: string, schema: Record<string, unknown>): OptionField[] {
  const { properties = {} } = schema as Schema;
  return Object.entries(properties).map(([name, field]) => {
    const { label = wordsOf(name), hint = field.description, values = {} } = optionWords(protocol, name);
    return {
      name,
      label,
      hint,
      kind: kindOf(field),
      values: (field.enum ?? []).map(String).map((value) => ({ value, label: values[value] ?? wordsOf(value) })),
      // Without a bound, zod writes the safe-integer limits.
      min: boundOf(field.minimum),
      max: boundOf(field.maximum),
      whole: field.type === "integer",
    };
  });
}

const boundOf = (bound: number | undefined) => (bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound);

function kindOf(field: Schema): OptionField["kind"] {
  if (field.enum?.every((value) => typeof value === "string")) return "choice";
  if (field.type === "boolean") return "yes-no";
  if (field.type === "integer" || field.type === "number") return "number";
  if (field.type === "array" && field.items?.type === "string") return "lines";
  const parts = field.type === "array" ? Object.keys(field.items?.properties ?? {}) : [];
  return ["input", "output", "scores"].every((part) => parts.includes(part)) ? "examples" : "json";
}
