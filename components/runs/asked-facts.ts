import type { JudgeParameters } from "@/lib/domain/judge";
import type { ProtocolDescription } from "@/lib/domain/prompt-version";
import { count, duration, figuresOf } from "../charts/format";
import { optionFields, wordsOf } from "../words/option-fields";

/** A displayed name and value. */
export type Fact = [name: string, value: string];

const yesNo = (value: unknown) => (value === true ? "yes" : "no");

const schemaWords: Record<string, string> = { auto: "tried, otherwise text is read", on: "always", off: "never" };

const imageWords: Record<string, string> = { send: "sent as they are", "leave-out": "left out", caption: "in words, from their captions" };

interface ParameterWords {
  name: string;
  say: (value: unknown) => string;
}

/** Labels of request parameters; one that this version no longer has is shown by its name. */
const parameterWords: Record<keyof JudgeParameters, ParameterWords> = {
  temperature: { name: "temperature", say: String },
  topP: { name: "top p", say: (value) => (value === null ? "not sent" : String(value)) },
  maxTokens: { name: "longest reply", say: (value) => figuresOf(Number(value), "token") },
  concurrency: { name: "concurrent requests", say: (value) => count(Number(value)) },
  timeoutMs: { name: "time-out", say: (value) => duration(Number(value) / 1000) },
  structuredOutput: { name: "JSON-schema replies", say: (value) => schemaWords[String(value)] ?? String(value) },
  stream: { name: "streamed replies", say: yesNo },
  seed: { name: "seed", say: (value) => (value === null ? "none" : String(value)) },
  images: { name: "images of samples", say: (value) => imageWords[String(value)] ?? String(value) },
  imageDetail: { name: "image detail", say: (value) => (value === null ? "the model’s default" : String(value)) },
  imageLimitKb: { name: "largest image", say: (value) => (value === null ? "no limit" : `${count(Number(value))} kB`) },
};

const wordsOfParameter = (key: string): ParameterWords =>
  new Map<string, ParameterWords>(Object.entries(parameterWords)).get(key) ?? {
    name: wordsOf(key).toLowerCase(),
    say: (value) => (value === null ? "none" : String(value)),
  };

/** The parameters of a run's requests, in words. */
export const parameterFacts = (parameters: Record<string, unknown>): Fact[] =>
  [...new Set([...Object.keys(parameterWords), ...Object.keys(parameters)])]
    .filter((key) => key in parameters)
    .map((key) => {
      const { name, say } = wordsOfParameter(key);
      return [name, say(parameters[key])];
    });

const roleWords: Record<string, string> = { weak: "weak outputs by", reviser: "revisions by", embedding: "vectors by" };

/** The models in a run's other roles. */
export const roleFacts = (roles: Record<string, { model: string }>): Fact[] =>
  Object.entries(roles).map(([role, { model }]) => [roleWords[role] ?? role, model]);

/** A run's protocol options, with the form's labels. Unset ones show the protocol's default. */
export function optionFacts(
  protocol: Pick<ProtocolDescription, "name" | "options" | "defaults">,
  options: Record<string, unknown>,
): Fact[] {
  const chosen = { ...protocol.defaults, ...options };
  return optionFields(protocol.name, protocol.options).map((field) => {
    const value = chosen[field.name];
    const label = field.label.charAt(0).toLowerCase() + field.label.slice(1);
    if (field.kind === "yes-no") return [label, yesNo(value)];
    if (field.kind === "choice") return [label, field.values.find((one) => one.value === value)?.label.toLowerCase() ?? String(value)];
    if (field.kind === "lines") return [label, Array.isArray(value) && value.length > 0 ? value.join(" ") : "none"];
    if (field.kind === "examples") return [label, Array.isArray(value) && value.length > 0 ? count(value.length) : "none"];
    return [label, field.kind === "number" ? String(value) : JSON.stringify(value)];
  });
}
