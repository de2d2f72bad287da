import type { Reading } from "./protocol";
import { stripReasoning } from "./strip-reasoning";

/** A longer reply could not be redlined by hand. */
const longestReply = 50_000;

/** The answer in a reply, without the reasoning before it; or why there is none: empty, far too long, or reasoning only. */
export function answerIn(reply: string): Reading<string> {
  if (reply.trim() === "") return { ok: false, problem: "The reply is empty." };
  if (reply.length > longestReply) return { ok: false, problem: `The reply is ${reply.length} characters long; a draft has a few lines.` };
  const answer = stripReasoning(reply);
  if (answer === null) return { ok: false, problem: "The reply breaks off while the model is still thinking." };
  if (answer === "") return { ok: false, problem: "The reply holds only thinking and no answer." };
  return { ok: true, value: answer };
}
