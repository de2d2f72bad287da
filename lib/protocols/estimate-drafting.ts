import type { ModelRole } from "@/lib/domain/judge";
import type { ChatMessage, ChatQuestion, Drafting, Question, ReplyForm } from "./protocol";

/** Token use of one role. The maximum counts one token per byte sent and replies as long as the role's judge allows. */
export interface RoleUse {
  requests: number;
  inputTokens: number;
  inputTokensMost: number;
  outputTokens: number;
  outputTokensMost: number;
  /** Images in the requests, counted separately because no rule of thumb converts them to tokens. */
  images: number;
}

export type UseByRole = Partial<Record<ModelRole, RoleUse>>;

export interface EstimateOptions {
  form: ReplyForm;
  /** The longest reply that a role's judge may give, in tokens. */
  maxTokens: (role: ModelRole) => number;
}

const charactersPerToken = 4;

/**
 * What a drafting would ask and use, driven with typical replies instead of a model's. Every question counts once: repeats after unreadable
 * replies are not included. Throws what the protocol throws.
 */
export function estimateDrafting<T>(drafting: Drafting<T>, options: EstimateOptions): { use: UseByRole; value: T } {
  const use: UseByRole = {};
  let next = drafting.next();
  while (next.done !== true) {
    const question = next.value;
    use[question.role] = addUse(use[question.role], sizeOfQuestion(question, options));
    next = drafting.next(question.kind === "embedding" ? question.texts.map(() => [1]) : usualAnswer(question, options.form));
  }
  return { use, value: next.value };
}

/** The sum of two uses, role by role. */
export function sumUse(a: UseByRole, b: UseByRole): UseByRole {
  const sum: UseByRole = { ...a };
  for (const [role, use] of Object.entries(b) as [ModelRole, RoleUse][]) sum[role] = addUse(sum[role], use);
  return sum;
}

/** A use multiplied. */
export const scaleUse = (use: UseByRole, factor: number): UseByRole =>
  Object.fromEntries(
    Object.entries(use).map(([role, of]) => [role, Object.fromEntries(Object.entries(of).map(([key, value]) => [key, value * factor]))]),
  );

const formOf = (question: ChatQuestion, form: ReplyForm): ReplyForm => (question.schema === null ? "text" : form);

function usualAnswer(question: ChatQuestion, form: ReplyForm): unknown {
  const reading = question.read(question.typical(formOf(question, form)));
  if (!reading.ok) throw new TypeError(`The usual reply to "${question.step}" cannot be read: ${reading.problem}`);
  return reading.value;
}

function sizeOfQuestion(question: Question, { form, maxTokens }: EstimateOptions): RoleUse {
  if (question.kind === "embedding") return { ...sizeOf(question.texts), requests: 1, outputTokens: 0, outputTokensMost: 0, images: 0 };
  const messages = question.messages(formOf(question, form));
  const schema = question.schema === null || form === "text" ? [] : [JSON.stringify(question.schema.schema)];
  const longest = maxTokens(question.role);
  return {
    ...sizeOf([...messages.flatMap(textsOf), ...schema]),
    requests: 1,
    outputTokens: Math.min(longest, tokensOf(question.typical(formOf(question, form)))),
    outputTokensMost: longest,
    images: messages.reduce(
      (sum, { content }) => sum + (typeof content === "string" ? 0 : content.filter(({ type }) => type === "image_url").length),
      0,
    ),
  };
}

const textsOf = ({ content }: ChatMessage): string[] =>
  typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? [part.text] : []));

const tokensOf = (text: string): number => Math.ceil(text.length / charactersPerToken);

const sizeOf = (texts: string[]) => ({
  inputTokens: texts.reduce((sum, text) => sum + tokensOf(text), 0),
  inputTokensMost: texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0),
});

function addUse(a: RoleUse | undefined, b: RoleUse): RoleUse {
  if (a === undefined) return b;
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    inputTokensMost: a.inputTokensMost + b.inputTokensMost,
    outputTokens: a.outputTokens + b.outputTokens,
    outputTokensMost: a.outputTokensMost + b.outputTokensMost,
    images: a.images + b.images,
  };
}
