import type { Drafting, Question, ReplyForm } from "@/lib/protocols/protocol";

/** A drafting that was driven to its end: everything it asked, and what it returned. */
export interface Driven<T> {
  questions: Question[];
  result: T;
}

/**
 * Drives a drafting with given replies instead of a model: each chat question gets the reply as parsed by its own `read`, each embedding
 * question the vectors. Throws, with step and reason, if a reply cannot be read or does not suit the question.
 */
export function driveProtocol<T>(drafting: Drafting<T>, reply: (question: Question, index: number) => string | number[][]): Driven<T> {
  const questions: Question[] = [];
  let next = drafting.next();
  while (next.done !== true) {
    const question = next.value;
    const answer = reply(question, questions.length);
    questions.push(question);
    next = drafting.next(answerOf(question, answer));
  }
  return { questions, result: next.value };
}

function answerOf(question: Question, answer: string | number[][]): unknown {
  if (question.kind === "embedding") {
    if (typeof answer === "string") throw new Error(`${question.step}: vectors are wanted, not text`);
    return answer;
  }
  if (typeof answer !== "string") throw new Error(`${question.step}: text is wanted, not vectors`);
  const reading = question.read(answer);
  if (!reading.ok) throw new Error(`${question.step}: ${reading.problem}`);
  return reading.value;
}

/** Answers every chat question with its own typical reply, or free text if it asks for that. For `driveProtocol`. */
export function typicalReply(form: ReplyForm): (question: Question) => string | number[][] {
  return (question) =>
    question.kind === "embedding" ? question.texts.map(() => [1]) : question.typical(question.schema === null ? "text" : form);
}
