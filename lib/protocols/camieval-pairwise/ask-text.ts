import { answerIn } from "../answer-in";
import { ask, type ChatMessage, type ChatQuestion, type Question, type Reading } from "../protocol";

/** Asks for an output that the model writes itself. Unreadable if there is none. */
export const askText = (step: string, role: ChatQuestion["role"], messages: ChatMessage[]): Generator<Question, string, unknown> =>
  ask({ step, role, messages: () => messages, schema: null, read: readText, typical: () => typicalText });

/** The text, stripped of reasoning and of a fence around the whole. */
function readText(reply: string): Reading<string> {
  const answer = answerIn(reply);
  if (!answer.ok) return answer;
  const text = (/^```\w*\n([\s\S]*?)\n```$/u.exec(answer.value)?.[1] ?? answer.value).trim();
  return text === "" ? { ok: false, problem: "The reply holds no text." } : { ok: true, value: text };
}

const typicalText = "It answers what was asked in a few plain sentences, gives the reason for each statement, and ends with an example. "
  .repeat(6)
  .trim();
