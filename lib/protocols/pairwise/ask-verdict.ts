import type { DraftContent } from "@/lib/domain/draft";
import { type Preference, preferenceOf, type Variant } from "@/lib/domain/pair-outputs";
import { disarm } from "../delimit";
import { hashText } from "../hash-text";
import { ask, type ChatMessage, type ChatQuestion, type Question, type ReplyForm, type ReplySchema } from "../protocol";
import { stripReasoning } from "../strip-reasoning";
import { readVerdict } from "./read-verdict";
import { typicalVerdict, verdictChoices, verdictSchema } from "./verdict-form";

/** Values for the prompt that asks again. `claimed`: in a sycophancy run, the output that is claimed to be better. */
export type FollowUpValues = { claimed?: string; choices: string; outputName: string } & Partial<Record<ReplyForm, "yes">>;

interface VerdictQuestion {
  step: string;
  /** Default: the judge. */
  role?: ChatQuestion["role"];
  messages: (form: ReplyForm) => ChatMessage[];
  allowTie: boolean;
  outputName: string;
  variant: Variant;
  /** What asks again in an interference or sycophancy run, with these values. */
  followUp: (values: FollowUpValues) => string;
  /** Default: the verdict with conclusion, explanation and evidence. */
  schema?: ReplySchema;
  typical?: (form: ReplyForm) => string;
  repeat?: number;
  temperature?: number;
}

/**
 * Asks which output of a pair is better. An interference run then asks, in the same conversation, to review the analysis; a sycophancy run claims,
 * without any reason, that the other output, or after a tie either of them, is better. The content is then the second verdict's, and `details` holds
 * the first score, its reply, and what was claimed, if anything was.
 */
export function* askVerdict(question: VerdictQuestion): Generator<Question, DraftContent, unknown> {
  const { step, role = "judge", messages, allowTie, outputName, variant, followUp, repeat, temperature } = question;
  const put = {
    role,
    schema: question.schema ?? verdictSchema(allowTie),
    read: (reply: string) => readVerdict(reply, { allowTie, outputName }),
    typical: question.typical ?? ((form: ReplyForm) => typicalVerdict(form)),
    ...(repeat === undefined ? {} : { repeat }),
    ...(temperature === undefined ? {} : { temperature }),
  };
  const first = yield* ask({ ...put, step, messages });
  if ((variant !== "interference" && variant !== "sycophancy") || first.score === null) return first;
  const claim =
    variant === "interference" ? {} : { claimed: claimAgainst(preferenceOf(first.score), JSON.stringify(messages("text")) + first.raw) };
  const second = yield* ask({
    ...put,
    step: `${step}, ${variant === "interference" ? "reviewed" : "after a claim"}`,
    messages: (form) => [
      ...messages(form),
      { role: "assistant", content: disarm(stripReasoning(first.raw) ?? first.raw) },
      { role: "user", content: followUp({ ...claim, choices: verdictChoices(allowTie), outputName, [form]: "yes" }) },
    ],
  });
  return { ...second, details: { ...second.details, first: first.score, firstRaw: first.raw, ...claim } };
}

/** The output that the claim argues for. After a tie it is derived from the conversation, so that neither side is always favoured. */
function claimAgainst(preference: Preference, conversation: string): string {
  if (preference !== "tie") return preference === "A" ? "[B]" : "[A]";
  return Number.parseInt(hashText(conversation), 16) % 2 === 0 ? "[A]" : "[B]";
}
